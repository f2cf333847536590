import { afterEach, expect, test } from 'vitest'
import { closeToastsOfOthers, toastQueue } from '../../renderer/components/toast-queue.ts'

afterEach(() => toastQueue.clear())

const say = (message: string, directoryPath: string | null): string =>
  toastQueue.add({ tone: 'plain', message, directoryPath })

const shown = (): readonly string[] => toastQueue.visibleToasts.map(({ content }) => content.message)

test('what was said about a directory goes with it, also what still waited for room', () => {
  for (const message of ['one', 'two', 'three', 'four']) say(message, '/a')
  expect(shown()).toHaveLength(3)
  say('other', '/b')
  closeToastsOfOthers('/b')
  expect(shown()).toEqual(['other'])
  closeToastsOfOthers(null)
  expect(shown()).toEqual([])
})
