/**
 * Ensures a single instance per profile, as Electron does. The file `instance` next to the profile names the running
 * process. A second instance writes its command line into a separate file before it exits.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const LOOK_EVERY_MS = 100
const CALL = /^second-\d+\.json$/

interface SecondStart {
  readonly argv: readonly string[]
  readonly cwd: string
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Returns true if this process is the only instance. `heard` receives the command lines of later ones. */
export function becomeInstance(folder: string, heard: (start: SecondStart) => void): boolean {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'instance')
  const other = existsSync(file) ? Number(readFileSync(file, 'utf8')) : process.pid
  if (other !== process.pid && runs(other)) {
    const call = join(folder, `second-${process.pid}.json`)
    writeFileSync(`${call}.new`, JSON.stringify({ argv: process.argv, cwd: process.cwd() }))
    renameSync(`${call}.new`, call)
    return false
  }
  writeFileSync(file, String(process.pid))
  setInterval(() => {
    for (const name of readdirSync(folder).filter((each) => CALL.test(each))) {
      const start = JSON.parse(readFileSync(join(folder, name), 'utf8')) as SecondStart
      rmSync(join(folder, name))
      heard(start)
    }
  }, LOOK_EVERY_MS).unref()
  return true
}
