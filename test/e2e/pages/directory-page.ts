import { expect, type Locator, type Page } from '@playwright/test'
import { tick } from './tick.ts'

/** Directories: the one that is open, its vault, what goes in and out of it, and the way to others. */
export class DirectoryPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  dialog(name: string | RegExp): Locator {
    return this.page.getByRole('dialog', { name }).or(this.page.getByRole('alertdialog', { name }))
  }

  section(title: string): Locator {
    return this.page.getByRole('region', { name: title })
  }

  vault(): Locator {
    return this.page.locator('[data-vault]')
  }

  /** A directory in the list of those that are known. */
  known(path: string): Locator {
    return this.page.locator(`[data-directory=${JSON.stringify(path)}]`)
  }

  /** Shows a known directory beside the open one; what comes of it is another page. */
  async openBeside(path: string): Promise<void> {
    await this.known(path)
      .getByRole('button', { name: /in a new (?:window|tab)$/ })
      .click()
  }

  /** A window or tab in which a directory is still to be chosen. */
  async newBeside(): Promise<void> {
    await this.section('Open another directory')
      .getByRole('button', { name: /^New (?:window|tab)$/ })
      .click()
  }

  /** Makes a directory of our own whose vault a passphrase opens; the console shows it afterwards. */
  async make(name: string, passphrase: string, path?: string): Promise<void> {
    await this.page.getByRole('button', { name: 'New directory…' }).click()
    const dialog = this.dialog('New directory')
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
    if (path !== undefined) await dialog.getByRole('textbox', { name: 'Place' }).fill(path)
    await tick(dialog.getByRole('radio', { name: /^A passphrase/ }))
    await this.enterNew(dialog, passphrase)
    await dialog.getByRole('button', { name: 'Make and open' }).click()
    await expect(dialog).toBeHidden()
  }

  async enterNew(dialog: Locator, passphrase: string): Promise<void> {
    await dialog.getByRole('textbox', { name: 'Passphrase' }).fill(passphrase)
    await dialog.getByRole('textbox', { name: 'The same again' }).fill(passphrase)
  }

  /** Looks what there is to import; what would become of it is shown then. */
  async lookAt(path: string, passphrase?: string): Promise<Locator> {
    const part = this.page.locator('#import')
    await part.getByRole('textbox', { name: 'Where from' }).fill(path)
    if (passphrase !== undefined) {
      await part.getByRole('textbox', { name: 'Passphrase of an encrypted export' }).fill(passphrase)
    }
    await part.getByRole('button', { name: 'Look what is there' }).click()
    return part
  }

  async unlock(passphrase: string): Promise<Locator> {
    await this.vault().getByRole('button', { name: 'Unlock…' }).click()
    const dialog = this.dialog('Unlock the vault')
    await dialog.getByRole('textbox', { name: 'Passphrase' }).fill(passphrase)
    await dialog.getByRole('button', { name: 'Unlock', exact: true }).click()
    return dialog
  }
}
