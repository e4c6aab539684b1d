/** The packed program, installed as a person does with npm, into a prefix of its own and without a compiler in reach. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { projectRoot, temporaryFolder } from '../support/daemon.ts'

export interface Installed {
  readonly prefix: string
  /** to start one of the programs by its name, nothing but Node.js, npm and a shell beside it */
  command(name: string): [string, ...string[]]
  /** Runs one to its end. */
  run(name: string, args: readonly string[], home: string): { code: number | null; stdout: string; stderr: string }
  /** Removes the program as npm does. */
  uninstall(): void
  remove(): void
}

function which(name: string): string {
  const found = (process.env['PATH'] ?? '').split(delimiter).flatMap((folder) => {
    try {
      return readdirSync(folder).includes(name) ? [realpathSync(join(folder, name))] : []
    } catch {
      // Not every folder of the path is there.
      return []
    }
  })
  if (found[0] === undefined) throw new Error(`There is no ${name} here`)
  return found[0]
}

/** stdout of a step that must succeed. */
function step(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: projectRoot,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}:\n${stdout}${stderr}`)
  return stdout
}

/** Packs the build that is there (`npm pack` would make it anew under the feet of other tests) and installs the tarball. */
export function installPackage(): Installed {
  const folder = temporaryFolder()
  const [prefix, tools] = [join(folder, 'prefix'), join(folder, 'tools')]
  for (const path of [prefix, tools]) mkdirSync(path)
  const npm = which('npm')
  // The package `node`, which the program runs on where the system's is too old, fetches its binary with npm.
  for (const [name, target] of [
    ['sh', which('sh')],
    ['npm', npm],
  ] as const)
    symlinkSync(target, join(tools, name))
  const path = [dirname(process.execPath), tools].join(delimiter)
  step(process.execPath, [join(projectRoot, 'src-main/cli/manual/write.ts')])
  const packed = step(process.execPath, [npm, 'pack', '--ignore-scripts', '--json', '--pack-destination', folder])
  const [{ filename, size }] = JSON.parse(packed) as [{ filename: string; size: number }]
  console.log(`The package has ${(size / 1e6).toFixed(1)} MB.`)
  const global = ['--global', '--prefix', prefix]
  const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel', 'error']
  step(process.execPath, [npm, 'install', ...global, ...quiet, join(folder, filename)], { PATH: path })
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
    uninstall: () => void step(process.execPath, [npm, 'uninstall', ...global, ...quiet, 'chainwright']),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
