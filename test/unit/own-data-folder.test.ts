import { describe, expect, test } from 'vitest'
import { dataFolder } from '../../electron/own/index.ts'

describe('the data folder', () => {
  test.each([
    ['linux', {}, '/home/a', '/home/a/.local/share/switchyard'],
    ['linux', { XDG_DATA_HOME: '/data' }, '/home/a', '/data/switchyard'],
    ['linux', { XDG_DATA_HOME: 'relative' }, '/home/a', '/home/a/.local/share/switchyard'],
    ['linux', { XDG_DATA_HOME: '/data', SWITCHYARD_DATA_DIR: ' /own/ ' }, '/home/a', '/own'],
    ['linux', { SWITCHYARD_DATA_DIR: '  ' }, '/home/a', '/home/a/.local/share/switchyard'],
    ['freebsd', {}, '/home/a', '/home/a/.local/share/switchyard'],
    ['darwin', { XDG_DATA_HOME: '/data' }, '/Users/a', '/Users/a/Library/Application Support/Switchyard'],
    ['win32', { APPDATA: 'D:\\Roaming' }, 'C:\\Users\\a', 'D:\\Roaming\\Switchyard'],
    ['win32', {}, 'C:\\Users\\a', 'C:\\Users\\a\\AppData\\Roaming\\Switchyard'],
    ['win32', { SWITCHYARD_DATA_DIR: 'E:\\own' }, 'C:\\Users\\a', 'E:\\own'],
  ] as const)('on %s with %j', (platform, env, home, expected) => {
    expect(dataFolder(env, platform, home)).toBe(expected)
  })
})
