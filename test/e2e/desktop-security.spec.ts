import type { ElectronApplication, Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import { encodedHostCall } from './support/encoded-host-call.ts'
import { startForeignSite } from './support/foreign-site.ts'

/**
 * What stands between the console's page and the machine, tried out from inside the page: the page is taken to be
 * hostile here. Runs in the desktop app only.
 */
test('the page has no Node.js and sees three values of the app', async ({ openConsole }) => {
  const { page } = await openConsole()

  expect(
    await page.evaluate(() => ({
      globals: ['require', 'process', 'module', 'Buffer', 'global'].filter((name) => name in globalThis),
      bridge: Object.keys((globalThis as { switchyard?: object }).switchyard ?? {}).toSorted(),
    })),
  ).toEqual({ globals: [], bridge: ['platform', 'runtime', 'version'] })
})

test('the window is isolated, sandboxed and guarded', async ({ openConsole }) => {
  const { page, app } = await openDesktop(openConsole)
  const window = await app.browserWindow(page)

  const preferences = await window.evaluate(({ webContents }) => {
    // Not in the published types, but the only way to read what is really in force.
    return (webContents as unknown as { getLastWebPreferences(): Record<string, unknown> }).getLastWebPreferences()
  })
  expect(preferences).toMatchObject({
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    nodeIntegrationInSubFrames: false,
    webviewTag: false,
    webSecurity: true,
  })
  // These are only listed when they are on.
  for (const name of ['nodeIntegrationInWorker', 'allowRunningInsecureContent', 'experimentalFeatures']) {
    expect(preferences[name] ?? false, name).toBe(false)
  }
})

test('the page cannot open windows or guests', async ({ openConsole }) => {
  const { page, app } = await openDesktop(openConsole)

  const opened = await page.evaluate(() => {
    const guest = document.createElement('webview')
    guest.setAttribute('src', 'app://console/')
    document.body.append(guest)
    const link = Object.assign(document.createElement('a'), { href: 'app://console/', target: '_blank' })
    document.body.append(link)
    link.click()
    return { window: window.open('app://console/'), isElement: guest.constructor === HTMLElement }
  })

  expect(opened).toEqual({ window: null, isElement: true })
  expect(await app.evaluate(({ webContents }) => webContents.getAllWebContents().length)).toBe(1)
})

test('the page cannot leave, nor be led away', async ({ openConsole }) => {
  const { page, app } = await openDesktop(openConsole)
  const site = await startForeignSite()
  const address = page.url()

  await page.evaluate((url) => {
    location.href = url
  }, site.url('/navigated'))
  await page.evaluate((url) => {
    const form = Object.assign(document.createElement('form'), { action: url, method: 'post' })
    document.body.append(form)
    form.submit()
  }, site.url('/posted'))
  await page.evaluate((url) => {
    const frame = Object.assign(document.createElement('iframe'), { src: url })
    document.body.append(frame)
  }, site.url('/framed'))
  // An address that the page itself could never go to, to see that not even a server can pass it on.
  await app.evaluate(
    ({ BrowserWindow }, url) =>
      BrowserWindow.getAllWindows()[0]
        ?.loadURL(url)
        .catch(() => undefined),
    site.url('/redirect'),
  )

  expect(page.url()).toBe(address)
  expect(site.requestedPaths()).toEqual(['/redirect'])
  await site.close()
})

test('every permission is denied', async ({ openConsole }) => {
  const { page } = await openConsole()

  const answers = await page.evaluate(async () => {
    // Inside the function that is sent to the page.
    // oxlint-disable-next-line unicorn/consistent-function-scoping
    async function outcome(attempt: () => Promise<unknown>): Promise<string> {
      try {
        await attempt()
        return 'granted'
      } catch (error) {
        const { name, code } = error as { name?: string; code?: number }
        return name ?? `code ${code}`
      }
    }
    const { mediaDevices, geolocation } = navigator
    const states = await Promise.all(
      ['geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read', 'midi'].map(async (name) => {
        const { state } = await navigator.permissions.query({ name: name as PermissionName })
        return `${name}: ${state}`
      }),
    )
    return {
      states,
      notification: await Notification.requestPermission(),
      microphone: await outcome(() => mediaDevices.getUserMedia({ audio: true })),
      screen: await outcome(() => mediaDevices.getDisplayMedia()),
      position: await outcome(() => new Promise((resolve, reject) => geolocation.getCurrentPosition(resolve, reject))),
    }
  })

  expect(answers.states.filter((state) => !state.endsWith('denied'))).toEqual([])
  expect(answers).toMatchObject({ notification: 'denied', position: 'code 1' })
  expect(answers.microphone).not.toBe('granted')
  expect(answers.screen).not.toBe('granted')
})

test('only the top frame of the console reaches the host', async ({ openConsole }) => {
  const { page, app } = await openDesktop(openConsole)
  const call = await encodedHostCall()
  const site = await startForeignSite()

  expect(await answerToPort(page, call)).toContain('"runtime":"electron"')

  await page.evaluate(() => document.body.append(document.createElement('iframe')))
  const frame = page.frames().find((candidate) => candidate !== page.mainFrame())
  expect(frame && (await answerToPort(frame, call))).toBe('no answer')

  // A foreign page that somehow came into a window with the console's preload script.
  const opening = app.waitForEvent('window')
  await app.evaluate(({ BrowserWindow }, url) => {
    const [console] = BrowserWindow.getAllWindows()
    if (console === undefined) throw new Error('There is no window')
    const contents = console.webContents as unknown as { getLastWebPreferences(): { preload: string } }
    const { preload } = contents.getLastWebPreferences()
    const foreign = new BrowserWindow({ show: false, webPreferences: { preload, sandbox: true } })
    void foreign.loadURL(url)
  }, site.url('/foreign'))
  const foreignPage = await opening
  await foreignPage.waitForLoadState()
  expect(await answerToPort(foreignPage, call)).toBe('no answer')
  await foreignPage.close()
  await site.close()
})

test('the app scheme serves the built page and nothing else', async ({ openConsole }) => {
  const { page } = await openConsole()

  const statuses = await page.evaluate(async () => {
    const paths = [
      '/index.html',
      '/assets/../../main/main.js',
      '/..%2fmain%2fmain.js',
      '/%2e%2e/main/main.js',
      '/..%5cmain%5cmain.js',
      '/assets/%00.js',
      '/.build-stamp',
      '//etc/passwd',
    ]
    const responses = await Promise.all(paths.map((path) => fetch(`app://console${path}`)))
    return responses.map((response, index) => `${paths[index]} ${response.status}`)
  })

  expect(statuses).toEqual([
    '/index.html 200',
    '/assets/../../main/main.js 404',
    '/..%2fmain%2fmain.js 404',
    '/%2e%2e/main/main.js 404',
    '/..%5cmain%5cmain.js 404',
    '/assets/%00.js 404',
    '/.build-stamp 404',
    '//etc/passwd 404',
  ])
})

test('nothing in the page violates its content security policy', async ({ openConsole }) => {
  const { page } = await openConsole()
  await page.addInitScript(() => {
    const violations: string[] = []
    Object.assign(globalThis, { violations })
    document.addEventListener('securitypolicyviolation', (event) => {
      violations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`)
    })
  })
  await page.reload()
  await expect(page.locator('#root > *').first()).toBeAttached()

  expect(await page.evaluate(() => (globalThis as unknown as { violations: string[] }).violations)).toEqual([])
  const inlineScript = await page.evaluate(() => {
    const script = document.createElement('script')
    try {
      script.text = 'globalThis.wasRun = true'
      document.body.append(script)
    } catch {
      return 'refused'
    }
    return 'wasRun' in globalThis ? 'run' : 'blocked'
  })
  expect(inlineScript).toBe('refused')
})

test('a second instance brings the first one to the front and ends', async ({ openConsole }) => {
  const { app } = await openDesktop(openConsole)
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide())

  const exitCode = await app.evaluate(async ({ app: electron }) => {
    const { spawn } = process.getBuiltinModule('node:child_process')
    const args = process.argv.slice(1).filter((argument) => !/^--(inspect|remote-debugging)/.test(argument))
    const second = spawn(process.execPath, args, { stdio: 'ignore', cwd: electron.getAppPath() })
    return new Promise((resolve) => second.once('exit', resolve))
  })

  expect(exitCode).toBe(0)
  await expect
    .poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.isVisible())))
    .toEqual([true])
})

async function openDesktop(
  openConsole: () => Promise<{ page: Page; app?: ElectronApplication }>,
): Promise<{ page: Page; app: ElectronApplication }> {
  const { page, app } = await openConsole()
  if (app === undefined) throw new Error('This is about the desktop app')
  return { page, app }
}

/** Asks for a connection as the console does, makes one call on it, and returns the raw answer. */
function answerToPort(frame: Pick<Page, 'evaluate'>, call: string): Promise<string> {
  return frame.evaluate(async (message) => {
    const { port1, port2 } = new MessageChannel()
    const answer = new Promise<string>((resolve) => {
      port1.addEventListener('message', (event) => resolve(String(event.data)))
      setTimeout(() => resolve('no answer'), 1_500)
    })
    port1.start()
    window.top?.postMessage({ type: 'switchyard:connect' }, '*', [port2])
    port1.postMessage(message)
    return answer
  }, call)
}
