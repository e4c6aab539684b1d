// npm run daemon / npm run cli: runs out/main/<name>.js with a suitable Node.js.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt, nodeFlags, programEnvironment, projectRoot, suitableNode } from './prepare.mjs'
import { hardenProcess, requireFiles } from './process.mjs'

hardenProcess()
requireFiles()
const [name, ...args] = process.argv.slice(2)
const node = suitableNode()
ensureBuilt(node)
const program = join(projectRoot, 'out/main', `${name}.js`)

const command = [node, ...nodeFlags(node), program, ...args]

if (name === 'daemon' && process.execve !== undefined) {
  // Replace this process with the daemon, because the environment takes effect only at the start of a process.
  process.execve(node, [node, ...process.execArgv, ...command.slice(1)], programEnvironment())
} else if (node === process.execPath) {
  // The program reads its arguments from process.argv, so make them look as if it had been started directly.
  process.argv = [process.argv[0], program, ...args]
  await import(pathToFileURL(program).href)
} else {
  const child = spawn(node, command.slice(1), { stdio: 'inherit', env: programEnvironment() })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code) => process.exit(code ?? 1))
}
