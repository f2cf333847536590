import { Skeleton } from '../../../components/skeleton.tsx'
import { useTitle } from '../../../lib/use-title.ts'

/** A directory is being read; most are read before this can be seen. */
export function OpeningScreen({ path }: { readonly path: string }) {
  useTitle('Opening')
  return <Skeleton label={`Reading ${path}`} />
}
