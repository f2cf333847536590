import { useMutation } from '@tanstack/react-query'
import { POLICY_IDS, type PolicyId } from '../../../shared/engine/index.ts'
import type { DirectoryState } from '../../../shared/contract/types.ts'
import { SelectField, type SelectOption } from '../../components/select-field.tsx'
import { host } from '../../lib/state/host-session.ts'
import { POLICY_WORDS } from '../../lib/words/directory-words.ts'
import styles from './policy-select.module.css'

const BY_VERSION = 'by-version'

interface PolicySelectProps {
  readonly policyId: PolicyId
  readonly source: DirectoryState['policySource']
  /** A version of OpenClaw wrote it, whose rules are the usual ones; else the console's own are. */
  readonly hasVersion: boolean
}

/** Which generation of the rules the directory is evaluated by. */
export function PolicySelect({ policyId, source, hasVersion }: PolicySelectProps) {
  const change = useMutation({
    mutationFn: (choice: string) =>
      host().directory.setPolicy({ policyId: choice === BY_VERSION ? null : (choice as PolicyId) }),
  })
  const options: SelectOption[] = [
    ...POLICY_IDS.map((id) => ({ id, name: POLICY_WORDS[id].name, note: POLICY_WORDS[id].gist })),
    ...(source === 'chosen'
      ? [
          hasVersion
            ? { id: BY_VERSION, name: 'Those of the version', note: 'As the directory was found' }
            : { id: BY_VERSION, name: 'Those of the console', note: 'As its own engine decides' },
        ]
      : []),
  ]
  return (
    <div className={styles.policy}>
      <SelectField
        size="small"
        label={
          source === 'chosen' ? 'Rules, chosen here' : hasVersion ? 'Rules, by its version' : 'Rules of the console'
        }
        options={options}
        value={policyId}
        onChange={(id) => change.mutate(id)}
        isDisabled={change.isPending}
      />
      {change.isError ? (
        <p className={styles.error} role="alert">
          The rules could not be changed. {change.error.message}
        </p>
      ) : null}
    </div>
  )
}
