/**
 * Usage: node packaged.ts <executable> <arguments>
 *
 * Runs the program in resources/app.asar next to the executable as Electron does with its fuses set: from the archive
 * only. Node.js cannot read archives, so the archive is unpacked while the program runs. Every file is checked against
 * its hash in the archive.
 */
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { extractAll, listPackage, statFile } from '@electron/asar'
import './register.ts'

const [, , executable = '', ...args] = process.argv
const archive = join(dirname(executable), 'resources/app.asar')
const folder = mkdtempSync(join(tmpdir(), 'chainwright-asar-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

function checkFiles(): void {
  for (const entry of listPackage(archive, { isPack: false })) {
    const path = entry.replace(/^[\\/]/, '')
    const found = statFile(archive, path)
    if (!('integrity' in found)) continue
    const hash = createHash('sha256')
      .update(readFileSync(join(folder, path)))
      .digest('hex')
    if (hash !== found.integrity.hash) throw new Error(`${path} was changed`)
  }
}

extractAll(archive, folder)
checkFiles()
process.env['STAND_IN_PACKAGED'] = '1'
process.argv = [executable, ...args]
const { main } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { readonly main: string }
await import(pathToFileURL(join(folder, main)).href)
