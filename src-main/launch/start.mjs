// npm start: the window in Electron where its program is there, else the same window in a browser.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureBuilt, findElectron, projectRoot, suitableNode } from './prepare.mjs'

const node = suitableNode()
ensureBuilt(node)

const args = process.argv.slice(2)
const forced = args.includes('--web')
const rest = args.filter((arg) => arg !== '--web')
const electron = forced ? {} : findElectron()

if (electron.reason) {
  process.stderr.write(
    `Electron cannot run here: ${electron.reason}. Opening the same window in your browser instead.\n`,
  )
}
const child = electron.program
  ? spawn(electron.program, [projectRoot, ...rest], { stdio: 'inherit' })
  : spawn(node, [join(projectRoot, 'out/main/web.js'), ...rest], { stdio: 'inherit' })

// The terminal sends Ctrl-C to the whole group; a supervisor may signal only this process.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('error', (error) => {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
