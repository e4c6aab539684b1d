import { join } from 'node:path'
import { findElectron } from '../../src-main/launch/prepare.mjs'
import { ProcessEndedError, waitFor } from '../../src-main/node/testing/waitFor.ts'
import { projectRoot } from './daemon.ts'
import { freePort } from './ports.ts'
import { type Program, startProgram } from './programs.ts'

const electron = findElectron()
const standIn = ['--import', join(projectRoot, 'e2e/stand-in/register.ts'), join(projectRoot, 'out/main/index.js')]

/** Command that starts the built desktop app. Electron and the stand-in take the same switches. */
export const appCommand: readonly [string, ...string[]] =
  electron.program === undefined ? [process.execPath, ...standIn] : [electron.program, projectRoot]

/**
 * Name of the program that runs the desktop app: Electron if it can run here, otherwise the stand-in and the reason.
 */
export const desktopProgram =
  electron.program === undefined ? `the stand-in, because of Electron ${electron.reason}` : 'Electron'

export interface DesktopApp extends Program {
  /** debugging address of the window's page, for connectOverCDP */
  readonly debugAddress: string
}

/**
 * Waits until the app's own page is loaded. A browser that connects earlier competes with the app's start: the last of
 * the two to set the download folder receives the files.
 */
export async function waitForAppPage(debugAddress: string): Promise<void> {
  await waitFor(async () => {
    const reply = await fetch(`${debugAddress}/json/list`)
    const targets = reply.ok ? ((await reply.json()) as readonly { readonly url: string }[]) : []
    if (!targets.some(({ url }) => url.includes('//chainwright'))) throw new Error('The desktop app opened no page')
  })
}

/** Starts the built desktop app in a window. */
export async function startDesktopApp(options: {
  readonly home: string
  readonly args?: readonly string[]
  /** command of an installed program. Default: the build in this checkout */
  readonly command?: readonly [string, ...string[]]
}): Promise<DesktopApp> {
  const port = await freePort()
  const [file, ...before] = options.command ?? appCommand
  const args = [
    ...before,
    `--remote-debugging-port=${port}`,
    `--user-data-dir=${join(options.home, 'window')}`,
    ...(options.args ?? []),
  ]
  const program = startProgram(file, args, { env: { HOME: options.home } })
  const debugAddress = `http://127.0.0.1:${port}`
  try {
    await waitFor(async () => {
      const { exitCode, signalCode } = program.process
      if (exitCode !== null || signalCode !== null) throw new ProcessEndedError('it ended')
      if (!(await fetch(`${debugAddress}/json/version`)).ok) throw new Error('it has no window to debug')
    })
  } catch (error) {
    await program.stop('SIGKILL')
    throw new Error(`The desktop app shows no window:\n${program.output()}`, { cause: error })
  }
  return { ...program, debugAddress }
}
