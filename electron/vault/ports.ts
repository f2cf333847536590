/** The store that the desktop offers to an application for its secrets. */
export interface SafeStoragePort {
  /** Which password manager it uses, where the system has several; null: the system has one. */
  backend(): string | null
  isAvailable(): Promise<boolean>
  encrypt(text: string): Promise<Buffer>
  /** `shouldReEncrypt`: the key behind it was renewed, and the text should be encrypted anew. */
  decrypt(encrypted: Buffer): Promise<{ readonly text: string; readonly shouldReEncrypt: boolean }>
}

/** The key ring of the user's session. Whatever fails in it rejects. */
export interface KeyringPort {
  isAvailable(): Promise<boolean>
  /** null: there is no such entry. */
  get(account: string): Promise<string | null>
  set(account: string, text: string): Promise<void>
  delete(account: string): Promise<void>
}
