/**
 * A zip of Electron as its makers release it, with the stand-in for its program: what packs and starts it cannot tell the
 * difference. The executable is a script that becomes Node.js with e2e/stand-in/packaged.ts; Electron's fuses lie behind it.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryFolder } from '../support/daemon.ts'

/** By which @electron/fuses finds the fuses in a binary; then the version of their layout, their number, and each as Electron has it. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const AS_RELEASED = '101100101'

const SCRIPT = '#!/bin/sh\nexec "$STAND_IN_NODE" "$STAND_IN_PROGRAM" "$0" "$@"\n'

/** Returns the folder with the zip. */
export function makeElectronZip(version: string, arch: string): string {
  const folder = temporaryFolder()
  const files = join(folder, 'files')
  const fuses = Buffer.concat([
    Buffer.from(`${SCRIPT}${SENTINEL}`),
    Buffer.from([1, AS_RELEASED.length]),
    Buffer.from(AS_RELEASED),
  ])
  const contents: Readonly<Record<string, string | Uint8Array>> = {
    ...{ electron: fuses, version, LICENSE: 'MIT\n', 'LICENSES.chromium.html': '<html></html>\n' },
    ...{ 'resources/default_app.asar': 'not this one', 'locales/en-US.pak': 'words' },
  }
  for (const [path, content] of Object.entries(contents)) {
    mkdirSync(dirname(join(files, path)), { recursive: true })
    writeFileSync(join(files, path), content)
  }
  chmodSync(join(files, 'electron'), 0o755)
  const name = join(folder, `electron-v${version}-linux-${arch}.zip`)
  const { status, stderr } = spawnSync('zip', ['-q', '-r', name, '.'], { cwd: files, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return folder
}
