#!/usr/bin/env node
// npm start, or the installed command chainwright: opens the window in Electron if that is installed, otherwise in a
// browser.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureBuilt, findElectron, nodeFlags, programEnvironment, projectRoot, suitableNode } from './prepare.mjs'
import { hardenProcess, requireFiles } from './process.mjs'

/**
 * Time in ms within which a failure of Electron means that it could not open a window: a missing library or an
 * unavailable sandbox.
 */
const STILLBORN_MS = 5000

hardenProcess()
requireFiles()
const node = suitableNode()
ensureBuilt(node)

const args = process.argv.slice(2)
// Electron takes arguments with two dashes. The node's options have the same meaning with one.
const rest = args.filter((arg) => arg !== '--web').map((arg) => arg.replace(/^--(?=[a-z])/, '-'))
// The program of the browser mode prints help and version without opening anything. Electron would handle --version
// itself.
const about = args.some((arg) => /^--?(version|help|h|\?)(=|$)/.test(arg))
const electron = about || args.includes('--web') ? {} : findElectron()
let child
let signalled = false

function run(program, programArgs, onExit) {
  child = spawn(program, programArgs, { stdio: 'inherit', env: programEnvironment() })
  child.on('error', (error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  })
  child.on('exit', onExit)
}

function endWith(code, signal) {
  process.exit(code ?? (signal ? 1 : 0))
}

function openInBrowser(reason) {
  if (reason) process.stderr.write(`Opening Chainwright in your browser. The desktop window is not used: ${reason}.\n`)
  run(node, [...nodeFlags(node), join(projectRoot, 'out/main/web.js'), ...rest], endWith)
}

function openOnDesktop(program) {
  const started = Date.now()
  run(program, [projectRoot, ...rest], (code, signal) => {
    const stillborn = code !== 0 && !signalled && Date.now() - started < STILLBORN_MS
    if (stillborn) openInBrowser(`Electron’s program ended at once (${signal ?? `code ${code}`})`)
    else endWith(code, signal)
  })
}

// The terminal sends Ctrl-C to the whole process group, but a supervisor may signal only this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    signalled = true
    child.kill(signal)
  })
}
if (electron.program) openOnDesktop(electron.program)
else openInBrowser(electron.reason)
