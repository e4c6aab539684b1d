/** Installs the packed program with npm as a user does, into a separate prefix and without a compiler on the PATH. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, realpathSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { projectRoot, temporaryFolder } from '../support/daemon.ts'

export interface Installed {
  readonly prefix: string
  /** returns the command to start a program by name, with only Node.js, npm and a shell on the PATH */
  command(name: string): [string, ...string[]]
  run(name: string, args: readonly string[], home: string): { code: number | null; stdout: string; stderr: string }
  /** Lists the installed packages as npm does. @throws Error if a package is missing or has an incompatible version */
  list(): string
  uninstall(): void
  remove(): void
}

/** Returns the path of a program on the PATH. @throws Error if the PATH has no such program */
export function findProgram(name: string): string {
  const found = (process.env['PATH'] ?? '').split(delimiter).flatMap((folder) => {
    try {
      return readdirSync(folder).includes(name) ? [realpathSync(join(folder, name))] : []
    } catch {
      // A folder of the PATH may not exist.
      return []
    }
  })
  if (found[0] === undefined) throw new Error(`There is no ${name} here`)
  return found[0]
}

/** Runs a step in the project's folder, or in `cwd`, and returns its stdout. @throws Error if it fails */
export function runStep(
  command: string,
  args: readonly string[],
  options: { readonly env?: NodeJS.ProcessEnv; readonly cwd?: string } = {},
): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: projectRoot, ...options, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}:\n${stdout}${stderr}`)
  return stdout
}

/** Copies the files of a clone, without end-to-end tests, installed packages and build. */
export function copySources(target: string): void {
  mkdirSync(target)
  const left = ['node_modules', 'out', '.git', 'e2e']
  for (const name of readdirSync(projectRoot).filter((entry) => !left.includes(entry))) {
    cpSync(join(projectRoot, name), join(target, name), { recursive: true })
  }
}

/** Packs the existing build. Returns the path of the tarball. */
export function packTarball(folder: string): string {
  const path = runStep(process.execPath, [join(projectRoot, 'src-main/packaging/npm.ts'), folder]).trim()
  console.log(`The package has ${(statSync(path).size / 1e6).toFixed(1)} MB.`)
  return path
}

/** Packs the existing build and installs the tarball, without network and with an empty npm cache. */
export function installPackage(): Installed {
  const folder = temporaryFolder()
  const [prefix, tools] = [join(folder, 'prefix'), join(folder, 'tools')]
  for (const path of [prefix, tools]) mkdirSync(path)
  const npm = findProgram('npm')
  symlinkSync(findProgram('sh'), join(tools, 'sh'))
  const path = [dirname(process.execPath), tools].join(delimiter)
  const env = { ...process.env, PATH: path }
  runStep(process.execPath, [join(projectRoot, 'src-main/cli/manual/write.ts')])
  const tarball = packTarball(folder)
  const global = ['--global', '--prefix', prefix]
  const alone = ['--offline', '--cache', join(folder, 'cache')]
  const quiet = ['--no-audit', '--no-fund', '--loglevel', 'error']
  runStep(process.execPath, [npm, 'install', ...global, ...alone, ...quiet, tarball], { env })
  const command = (name: string): [string, ...string[]] => ['/usr/bin/env', `PATH=${path}`, join(prefix, 'bin', name)]
  return {
    prefix,
    command,
    run(name, args, home) {
      const [program, ...first] = command(name)
      const env = { ...process.env, HOME: home }
      const { status, stdout, stderr } = spawnSync(program, [...first, ...args], { encoding: 'utf8', env })
      return { code: status, stdout, stderr }
    },
    list: () => runStep(process.execPath, [npm, 'ls', ...global, '--all', '--parseable']),
    uninstall: () => void runStep(process.execPath, [npm, 'uninstall', ...global, ...quiet, 'chainwright']),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
