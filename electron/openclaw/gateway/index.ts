/** Finding a running OpenClaw gateway, and noticing that it read its configuration again. */
export { findGateway, type GatewayQuestion, type GatewaySighting } from './presence.ts'
export { watchForReload, type ReloadOutcome, type ReloadWatch } from './reload-log.ts'
