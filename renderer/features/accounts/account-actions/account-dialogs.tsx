import type { AgentFacts, AgentStatus, ProfileStatus } from '../../../../shared/engine/index.ts'
import type { DirectoryState } from '../../../../shared/contract/types.ts'
import { AddAccountDialog } from '../account-editor/add-account-dialog.tsx'
import { EditAccountDialog } from '../account-editor/edit-account-dialog.tsx'
import type { AccountAction } from './account-action.ts'
import { RemoveAccountDialog } from './remove-account-dialog.tsx'
import { TestAccountDialog } from './test-account-dialog.tsx'

interface AccountDialogsProps {
  readonly action: AccountAction
  readonly directory: DirectoryState
  readonly agent: AgentFacts
  readonly status: AgentStatus
  readonly onStart: (action: AccountAction) => void
  readonly onClose: () => void
}

/** The dialog of an action. An account that went away meanwhile takes its dialog with it. */
export function AccountDialogs({ action, directory, agent, status, onStart, onClose }: AccountDialogsProps) {
  if (action.kind === 'add')
    return (
      <AddAccountDialog
        directory={directory}
        agent={agent}
        status={status}
        preset={action.preset}
        onTest={(profileId) => onStart({ kind: 'test', profileId })}
        onClose={onClose}
      />
    )
  const subject = findProfile(status, action.profileId)
  if (action.kind === 'test' || action.kind === 'refresh')
    return (
      <TestAccountDialog
        directory={directory}
        agentId={agent.id}
        profileId={action.profileId}
        profile={subject?.profile ?? null}
        first={action.kind}
        onClose={onClose}
      />
    )
  if (subject === null) return null
  if (action.kind === 'remove')
    return <RemoveAccountDialog facts={directory.facts} agent={agent} status={subject} onClose={onClose} />
  if (subject.profile === null) return null
  return (
    <EditAccountDialog
      directory={directory}
      agentId={agent.id}
      status={subject}
      profile={subject.profile}
      scope={action.kind === 'rename' ? 'label' : 'all'}
      onClose={onClose}
    />
  )
}

function findProfile(status: AgentStatus, profileId: string): ProfileStatus | null {
  const all = status.lanes.flatMap((lane) => [...lane.profiles, ...lane.excluded])
  return all.find((profile) => profile.profileId === profileId) ?? null
}
