import { expect, type Locator, type Page } from '@playwright/test'
import { tick } from './tick.ts'

export interface NewAccount {
  readonly provider: string
  readonly id?: string
  readonly email?: string
  readonly label?: string
  readonly type?: 'API key' | 'Token'
  /** null: it is left to the caller. */
  readonly secret: { readonly entered: string } | { readonly variable: string } | null
}

/** Accounts on their screen: adding, changing, trying and removing them. */
export class AccountsPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** The dialog that is open. */
  dialog(name?: string | RegExp): Locator {
    const named = name === undefined ? {} : { name }
    return this.page.getByRole('dialog', named).or(this.page.getByRole('alertdialog', named))
  }

  /** Opens the menu of an account and chooses from it. */
  async choose(id: string, item: string | RegExp): Promise<void> {
    await this.page.getByRole('button', { name: `Actions for ${id}`, exact: true }).click()
    await this.page.getByRole('menuitem', { name: item }).click()
  }

  /** Opens the dialog for a new account and fills it in. */
  async fillIn(account: NewAccount): Promise<Locator> {
    await this.page.getByRole('button', { name: 'Add account' }).click()
    const dialog = this.dialog('Add account')
    await dialog.getByRole('combobox', { name: 'Provider' }).fill(account.provider)
    await this.page.keyboard.press('Tab')
    await tick(dialog.getByRole('radio', { name: account.type ?? 'API key', exact: true }))
    if (account.secret !== null) await this.fillInSecret(dialog, account.secret)
    if (account.email !== undefined) await dialog.getByRole('textbox', { name: 'E-mail' }).fill(account.email)
    if (account.label !== undefined) await dialog.getByRole('textbox', { name: 'Label' }).fill(account.label)
    if (account.id !== undefined) await dialog.getByRole('textbox', { name: 'Id', exact: true }).fill(account.id)
    return dialog
  }

  async fillInSecret(dialog: Locator, secret: NonNullable<NewAccount['secret']>): Promise<void> {
    if ('entered' in secret) await dialog.getByRole('textbox', { name: /^Paste the/ }).fill(secret.entered)
    else {
      await tick(dialog.getByRole('radio', { name: /^From an environment variable/ }))
      await dialog.getByRole('textbox', { name: 'Name of the variable' }).fill(secret.variable)
    }
  }

  /** Presses the button a dialog is there for, and waits until it is gone. */
  async confirm(dialog: Locator, button: string): Promise<void> {
    // The last one: a dialog whose only button closes it has a cross as well.
    await dialog.getByRole('button', { name: button, exact: true }).last().click()
    await expect(dialog).toBeHidden()
  }

  async add(account: NewAccount): Promise<void> {
    await this.confirm(await this.fillIn(account), 'Add account')
  }
}
