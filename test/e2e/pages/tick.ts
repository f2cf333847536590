import { expect, type Locator } from '@playwright/test'

/** Ticks a box or chooses one of several as a person does, by what stands beside it: the control itself is drawn. */
export async function tick(input: Locator): Promise<void> {
  await input.locator('xpath=ancestor::label[1]').click()
  await expect(input).toBeChecked()
}
