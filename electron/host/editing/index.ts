/** Everything that can be done to an open directory. */
export { openEditSession, type EditPorts, type EditSession } from './edit-session.ts'
