import { expect, type Locator, type Page } from '@playwright/test'
import { tick } from './tick.ts'

/** The list of all decisions, what restricts it, and where its records come from. */
export class DecisionsPage {
  readonly page: Page
  readonly root: Locator
  readonly grid: Locator
  /** What a running import reads, or the last one found. */
  readonly progress: Locator
  /** The decision that is chosen, in words. */
  readonly strip: Locator

  constructor(page: Page) {
    this.page = page
    this.root = page.locator('[data-screen="decisions"]')
    this.grid = page.getByRole('grid', { name: 'Decisions, newest first' })
    this.progress = page.getByRole('region', { name: 'Import' })
    this.strip = page.getByRole('region', { name: 'Chosen decision' })
  }

  /** The rows that are drawn; those on their way are none. */
  rows(): Locator {
    return this.grid.locator('[data-index][aria-busy="false"]')
  }

  /** @param index 0 is the newest */
  row(index: number): Locator {
    return this.grid.locator(`[data-index="${index}"]`)
  }

  async expectCount(count: number): Promise<void> {
    const words = `${count.toLocaleString('en')} decision${count === 1 ? '' : 's'}`
    await expect(this.root.locator('output').first()).toHaveText(new RegExp(`^${words}( of |$)`))
  }

  /** Where records come from: logs, and the way to more. */
  logs(): Locator {
    return this.page.getByRole('dialog', { name: 'Logs' })
  }

  async openLogs(): Promise<Locator> {
    await this.root.getByRole('button', { name: 'Logs…' }).click()
    await expect(this.logs()).toBeVisible()
    return this.logs()
  }

  async closeLogs(): Promise<void> {
    await this.logs().getByRole('button', { name: 'Close' }).click()
    await expect(this.logs()).toBeHidden()
  }

  /** A log that was read, in the list of them. */
  source(name: string): Locator {
    return this.logs().getByRole('listitem').filter({ hasText: name })
  }

  /** Starts to read a file or a folder, where nothing is on record yet and where something is. */
  async startImport(path: string): Promise<void> {
    const isEmpty = this.root.getByRole('region', { name: 'How to get decisions' })
    await expect(isEmpty.or(this.rows().first())).toBeVisible()
    if (!(await isEmpty.isVisible())) await this.openLogs()
    await this.page.getByRole('textbox', { name: 'File or folder' }).fill(path)
    await this.page.getByRole('button', { name: 'Import', exact: true }).click()
    if (await this.logs().isVisible()) await this.closeLogs()
  }

  /** Reads a file or a folder to its end. */
  async import(path: string): Promise<void> {
    await this.startImport(path)
    await this.expectImported()
  }

  async expectImported(): Promise<void> {
    await expect(this.progress).toHaveAttribute('data-done', 'true')
    await expect(this.progress).toContainText('Import finished: ')
  }

  async putAwayProgress(): Promise<void> {
    await this.progress.getByRole('button', { name: 'Put away' }).click()
    await expect(this.progress).toBeHidden()
  }

  filterBar(): Locator {
    return this.page.getByRole('search', { name: 'Filter' })
  }

  /** What restricts, each as it stands there. */
  chips(): Locator {
    return this.filterBar().getByRole('list', { name: 'What restricts' })
  }

  async find(words: string): Promise<void> {
    await this.filterBar().getByRole('searchbox', { name: 'Find in the records' }).fill(words)
  }

  /** Chooses values of a field; each is named as the list names it. */
  async choose(field: string, ...values: readonly (string | RegExp)[]): Promise<void> {
    await this.filterBar()
      .getByRole('button', { name: new RegExp(`^${field}: `) })
      .click()
    for (const value of values) await this.page.getByRole('option', { name: value }).click()
    await this.page.keyboard.press('Escape')
    await expect(this.page.getByRole('listbox')).toBeHidden()
  }

  /** The values of a field with their counts, as they are offered. */
  async offered(field: string): Promise<string[]> {
    await this.filterBar()
      .getByRole('button', { name: new RegExp(`^${field}: `) })
      .click()
    const options = this.page.getByRole('option')
    await expect(options.first()).toBeVisible()
    const texts = await options.allInnerTexts()
    await this.page.keyboard.press('Escape')
    return texts.map((text) => text.replaceAll(/\s+/g, ' ').trim())
  }

  async savedFilters(): Promise<Locator> {
    await this.root.getByRole('button', { name: 'Saved filters' }).click()
    return this.page.getByRole('dialog', { name: 'Saved filters' })
  }

  async export(format: 'CSV' | 'JSON', path: string): Promise<void> {
    await this.root.getByRole('button', { name: 'Export…' }).click()
    const dialog = this.page.getByRole('dialog', { name: 'Export decisions' })
    await tick(dialog.getByRole('radio', { name: new RegExp(`^${format}`) }))
    await dialog.getByRole('textbox', { name: 'New file' }).fill(path)
    await dialog.getByRole('button', { name: 'Write the file' }).click()
  }

  /** Forgets one log, named by its path, or all of them. */
  async forget(name: string | null): Promise<void> {
    const logs = await this.openLogs()
    await logs.getByRole('button', { name: name === null ? 'Forget all…' : `Forget ${name}`, exact: true }).click()
    const question = this.page.getByRole('alertdialog')
    await question.getByRole('button', { name: 'Forget', exact: true }).click()
    await expect(question).toBeHidden()
    await this.closeLogs()
  }
}
