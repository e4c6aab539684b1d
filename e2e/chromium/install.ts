/**
 * Installs a Chromium for the end-to-end tests if the machine has none. On Linux x64 an npm package contains it with
 * the libraries and the font that a minimal system lacks; on other systems Playwright downloads its own.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { findChromium, packagedChromium } from '../browser.ts'

const here = import.meta.dirname
const project = resolve(here, '../..')
const unpacked = resolve(packagedChromium, '..')

function runStep(args: readonly string[], cwd: string, input?: Uint8Array): void {
  const [command = '', ...rest] = args
  const { status, error } = spawnSync(command, rest, {
    cwd,
    input,
    stdio: [input ? 'pipe' : 'ignore', 'inherit', 'inherit'],
  })
  if (status !== 0) throw new Error(`${args.join(' ')} failed`, { cause: error })
}

/** Returns the command of the npm that runs this script, or else of the npm on the PATH. */
function npmCommand(): readonly string[] {
  const npm = process.env['npm_execpath']
  return npm === undefined ? ['npm'] : [process.execPath, npm]
}

/** Font and cache folders for fontconfig. If fontconfig finds no font, pages have no text. */
const fontsConf = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/cache</cachedir>
</fontconfig>
`

/** Starts the browser with its own libraries and font. With the locale C it would report the language "en-US@posix". */
const launcher = (folder: string) => `#!/bin/sh
export LD_LIBRARY_PATH='${folder}/lib' FONTCONFIG_PATH='${folder}' LANG=en_US.UTF-8
exec '${folder}/chromium' "$@"
`

function unpack(): void {
  const packed = (name: string) =>
    brotliDecompressSync(readFileSync(join(here, 'node_modules/@sparticuz/chromium/bin', name)))
  const folder = `${unpacked}.new`
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  writeFileSync(join(folder, 'chromium'), packed('chromium.br'), { mode: 0o755 })
  for (const name of ['al2023.tar.br', 'fonts.tar.br']) runStep(['tar', '-x', '-C', folder], here, packed(name))
  writeFileSync(join(folder, 'fonts.conf'), fontsConf(unpacked))
  writeFileSync(join(folder, 'start'), launcher(unpacked), { mode: 0o755 })
  rmSync(unpacked, { recursive: true, force: true })
  renameSync(folder, unpacked)
}

/** Installs a Chromium unless the tests find one. @throws Error if the installation fails */
export function installChromium(): void {
  if (findChromium() !== undefined) return
  console.log('No Chromium is installed here: installing one for the tests.')
  if (process.platform === 'linux' && process.arch === 'x64') {
    if (!existsSync(join(here, 'node_modules'))) runStep([...npmCommand(), 'ci', '--ignore-scripts'], here)
    unpack()
  } else {
    runStep([process.execPath, 'node_modules/playwright/cli.js', 'install', 'chromium'], project)
  }
}

if (import.meta.main) installChromium()
