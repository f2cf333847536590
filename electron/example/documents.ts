/** The documents of a credential store, as OpenClaw writes them. */
export interface StoreDocuments {
  /** Profile id to credential. */
  readonly profiles: Readonly<Record<string, object>>
  readonly order?: Readonly<Record<string, readonly string[]>>
  readonly lastGood?: Readonly<Record<string, string>>
  readonly usageStats?: Readonly<Record<string, object>>
}

export interface SessionDocument {
  readonly key: string
  readonly updatedAt: number
  readonly entry: Readonly<Record<string, unknown>>
}

export interface AgentDocuments {
  readonly id: string
  /** null: the agent has no store of its own and reads through to the shared one. */
  readonly store: StoreDocuments | null
  readonly sessions: readonly SessionDocument[]
}
