import { readdirSync, readFileSync } from 'node:fs'

/** Milliseconds per clock tick of /proc (USER_HZ is 100 on Linux). */
const TICK_MS = 10

interface ProcessTimes {
  readonly parent: number
  /** used by the process itself */
  readonly own: number
  /** used by its ended children */
  readonly ended: number
}

/** Returns undefined if the process has ended. */
function readTimes(pid: string): ProcessTimes | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? []
    const at = (index: number) => Number(fields[index])
    return { parent: at(1), own: (at(11) + at(12)) * TICK_MS, ended: (at(13) + at(14)) * TICK_MS }
  } catch {
    return undefined
  }
}

/** Returns the process ids of the running children of a process; Linux only. */
export const listChildren = (pid: number): readonly number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && readTimes(name)?.parent === pid)
    .map(Number)

/** Returns the milliseconds of processor time that a process, its children and its ended children have used; Linux only. */
export function treeMillis(pid: number): number {
  const root = readTimes(String(pid))
  if (root === undefined) throw new Error(`process ${pid} has ended`)
  return listChildren(pid).reduce((sum, child) => sum + (readTimes(String(child))?.own ?? 0), root.own + root.ended)
}
