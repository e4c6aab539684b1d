#!/usr/bin/env node
// npm start, or chainwright where it is installed: the window in Electron if that is installed, else the same window in a browser.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureBuilt, findElectron, nodeFlags, programEnvironment, projectRoot, suitableNode } from './prepare.mjs'
import { hardenProcess, requireFiles } from './process.mjs'

/** If Electron fails this soon, it could not open a window at all: a missing library, a refused sandbox. */
const STILLBORN_MS = 5000

hardenProcess()
requireFiles()
const node = suitableNode()
ensureBuilt(node)

const args = process.argv.slice(2)
// Electron takes arguments with two dashes; the node's options mean the same with one.
const rest = args.filter((arg) => arg !== '--web').map((arg) => arg.replace(/^--(?=[a-z])/, '-'))
// The program of the browser mode prints both without opening anything. Electron takes --version for its own.
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

// The terminal sends Ctrl-C to the whole group; a supervisor may signal only this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    signalled = true
    child.kill(signal)
  })
}
if (electron.program) openOnDesktop(electron.program)
else openInBrowser(electron.reason)
