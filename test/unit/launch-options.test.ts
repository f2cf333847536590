import { describe, expect, test } from 'vitest'

import { desktopArguments, parseLaunchOptions } from '../../electron/launch-options.ts'

const DEFAULTS = { port: 0, opensBrowser: true, showsExample: false }

describe('parseLaunchOptions', () => {
  test('without arguments everything is as usual', () => {
    expect(parseLaunchOptions([], 'browser')).toEqual({ kind: 'run', options: DEFAULTS })
  })

  test('understands every option, with its value behind it or in it', () => {
    const options = {
      directory: './state',
      startsAtMs: Date.UTC(2026, 6, 1, 12),
      port: 4711,
      opensBrowser: false,
      showsExample: false,
    }
    const separate = ['./state', '--at', '2026-07-01T12:00:00Z', '--port', '4711', '--no-open']
    const joined = ['--port=4711', '--at=2026-07-01T14:00:00.000+02:00', '--no-open', './state']

    expect(parseLaunchOptions(separate, 'browser')).toEqual({ kind: 'run', options })
    expect(parseLaunchOptions(joined, 'browser')).toEqual({ kind: 'run', options })
  })

  test('takes an instant as epoch milliseconds too', () => {
    expect(parseLaunchOptions(['--at', '1782907200000', '--example'], 'desktop')).toEqual({
      kind: 'run',
      options: { ...DEFAULTS, startsAtMs: 1_782_907_200_000, showsExample: true },
    })
  })

  test.each([
    [['--prot', '1'], 'Unknown option --prot. Try --help.'],
    [['-x'], 'Unknown option -x. Try --help.'],
    [['--port', 'many'], '--port needs a number up to 65535, not "many".'],
    [['--port', '65536'], '--port needs a number up to 65535, not "65536".'],
    [['--port'], '--port needs a number up to 65535, not "".'],
    [['--at', 'yesterday'], '--at needs an ISO time with zone or epoch milliseconds, not "yesterday".'],
    // Would mean another instant on another machine.
    [
      ['--at', '2026-07-01T12:00:00'],
      '--at needs an ISO time with zone or epoch milliseconds, not "2026-07-01T12:00:00".',
    ],
    [
      ['--at', '2026-13-01T12:00:00Z'],
      '--at needs an ISO time with zone or epoch milliseconds, not "2026-13-01T12:00:00Z".',
    ],
    [['--at'], '--at needs an ISO time with zone or epoch milliseconds, not "".'],
    [['one', 'two'], 'Only one directory can be opened, not also "two".'],
    [['--example', 'one'], '--example opens the built-in example, so "one" cannot be opened as well.'],
  ])('says what is wrong with %j', (args, message) => {
    expect(parseLaunchOptions(args, 'browser')).toEqual({ kind: 'mistake', message })
  })

  test('help wins over everything behind it', () => {
    expect(parseLaunchOptions(['--help', '--nonsense'], 'browser')).toMatchObject({ kind: 'help' })
    expect(parseLaunchOptions(['-h'], 'desktop')).toMatchObject({ kind: 'help' })
  })

  test("Electron's own switches are none of ours, but only where there is an Electron", () => {
    const switches = [
      '--no-sandbox',
      '--inspect=0',
      '--remote-debugging-port=0',
      '--user-data-dir=/tmp/profile',
      '--disable-gpu',
      '--force-device-scale-factor=2',
      '--lang=en-US',
      '-psn_0_12345',
    ]
    expect(parseLaunchOptions([...switches, 'state'], 'desktop')).toEqual({
      kind: 'run',
      options: { ...DEFAULTS, directory: 'state' },
    })
    expect(parseLaunchOptions(['--inspect=0'], 'browser')).toMatchObject({ kind: 'mistake' })
  })
})

describe('desktopArguments', () => {
  test('a packaged app has its arguments behind the program', () => {
    expect(desktopArguments(['/opt/switchyard', 'state', '--example'], false)).toEqual(['state', '--example'])
  })

  test("while developing, the app's folder comes first, if not behind switches", () => {
    expect(desktopArguments(['electron', '--no-sandbox', '/app', 'state'], true)).toEqual(['--no-sandbox', 'state'])
    expect(desktopArguments(['electron', '/app'], true)).toEqual([])
  })
})
