import { execFileSync } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '../support/daemon.ts'

/** Commit that the figures of speed are compared with. */
export const COMPARED_COMMIT = '3575637f'

/** Written after a complete build, so that an interrupted one is made again. */
const COMPLETE = 'complete'

const run = (cwd: string, command: string, ...args: readonly string[]) =>
  execFileSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })

/** Creates the folder for builds of other commits. Rejects one of another user, because its programs will be run. */
function openCache(): string {
  const { uid, username } = userInfo()
  const cache = join(tmpdir(), `chainwright-bench-${username}`)
  mkdirSync(cache, { recursive: true, mode: 0o700 })
  const found = lstatSync(cache)
  if (!found.isDirectory() || (uid >= 0 && found.uid !== uid)) throw new Error(`${cache} belongs to another user`)
  return cache
}

/** Links the packages of this checkout if the commit locks the same ones, and installs the commit's own otherwise. */
function installPackages(tree: string): void {
  const lock = (root: string) => readFileSync(join(root, 'package-lock.json'), 'utf8')
  if (lock(tree) === lock(projectRoot)) symlinkSync(join(projectRoot, 'node_modules'), join(tree, 'node_modules'))
  else run(tree, 'npm', 'ci', '--no-audit', '--no-fund')
}

/**
 * Returns the path of `daemon.js` as another commit of this repository builds it. The first call for a commit takes
 * about two minutes; the build stays in the system's temporary folder.
 */
export function buildDaemonOfCommit(commit = COMPARED_COMMIT): string {
  const tree = join(openCache(), commit)
  const complete = join(tree, COMPLETE)
  if (!existsSync(complete)) {
    rmSync(tree, { recursive: true, force: true })
    run(projectRoot, 'git', 'worktree', 'prune')
    run(projectRoot, 'git', 'worktree', 'add', '--quiet', '--detach', tree, commit)
    installPackages(tree)
    run(tree, 'npm', 'run', '--silent', 'build')
    writeFileSync(complete, '')
  }
  return join(tree, 'out/main/daemon.js')
}
