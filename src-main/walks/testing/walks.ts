import type { ImportGraph } from './importGraph.ts'

/** How a walk reaches a file. */
export type Passage =
  /** the previous file imports it. For a method of a class, a type import is sufficient */
  | { readonly kind: 'import' }
  /** a function called by an earlier file of the walk has returned to that file */
  | { readonly kind: 'back' }
  /** the previous file received the function from a third file */
  | { readonly kind: 'handed over'; readonly by: string; readonly as: string }
  /** the previous file finds it in a table that a third file fills */
  | { readonly kind: 'registered'; readonly by: string; readonly as: string }
  /** the previous file calls a method of the node, and the walk must reach the handler of that method */
  | { readonly kind: 'request'; readonly method: string }
  /** a message to another process or thread, or an event of the system. Both files use its name */
  | { readonly kind: 'message'; readonly as: string }

export interface WalkStep {
  readonly file: string
  /** name that the previous file uses. The file itself contains the part after the last dot */
  readonly name: string
  readonly passage: Passage
}

export interface Walk {
  readonly title: string
  /** number of files in the document's own count */
  readonly files: number
  readonly returns: number
  readonly steps: readonly WalkStep[]
}

const COUNTS = /^(\d+) files, (\d+) returns\.$/m
const STEP = /^(\d+)\. `([^`]+)` `([^`]+)`(?: \(([^)]*)\))?: \S/

/**
 * Reads the walks of a document.
 * @throws Error for a numbered line that is not a valid step, or a number out of order
 */
export function readWalks(document: string): Walk[] {
  return document.split(/^## /m).flatMap((section) => {
    const counts = COUNTS.exec(section)
    if (counts === null) return []
    const steps = section
      .split('\n')
      .filter((line) => /^\d+\. /.test(line))
      .map(readStep)
    return [
      { title: section.slice(0, section.indexOf('\n')), files: Number(counts[1]), returns: Number(counts[2]), steps },
    ]
  })
}

function readStep(line: string, index: number): WalkStep {
  const [, number, file, name, passage] = STEP.exec(line) ?? []
  if (file === undefined || name === undefined || Number(number) !== index + 1)
    throw new Error(`no step of a walk: ${line}`)
  return { file, name, passage: readPassage(passage) }
}

function readPassage(text: string | undefined): Passage {
  if (text === undefined) return { kind: 'import' }
  if (text === 'back') return { kind: 'back' }
  const [, method] = /^request `([^`]+)`$/.exec(text) ?? []
  if (method !== undefined) return { kind: 'request', method }
  const [, message] = /^message `([^`]+)`$/.exec(text) ?? []
  if (message !== undefined) return { kind: 'message', as: message }
  const [, kind, by, as] = /^(handed over|registered) in `([^`]+)`: `([^`]+)`$/.exec(text) ?? []
  if (by === undefined || as === undefined) throw new Error(`no passage of a walk: ${text}`)
  return { kind: kind as 'handed over' | 'registered', by, as }
}

/** Counts the distinct files of a walk, and the steps that return to an earlier file. */
export function countFiles({ steps }: Walk): { readonly files: number; readonly returns: number } {
  const files = new Set(steps.map(({ file }) => file)).size
  return { files, returns: steps.length - files }
}

/** Follows a walk through the code. Returns a sentence for each step at which the code differs. */
export function followWalk({ steps }: Walk, graph: ImportGraph): string[] {
  const faults: string[] = []
  /** files whose functions have not returned */
  const open: string[] = []
  let requested: string | undefined
  for (const [index, step] of steps.entries()) {
    const { passage } = step
    if (passage.kind === 'request') requested = passage.method
    if (passage.kind === 'registered' && requested !== undefined && step.name !== requested)
      faults.push(`${index + 1}: ${requested} was called, and not ${step.name}`)
    const before = open.at(-1)
    const fault = graph.exists(step.file) ? findFault(step, before, open, graph) : `there is no ${step.file}`
    if (fault !== undefined) faults.push(`${index + 1}: ${fault}`)
    if (passage.kind === 'back' && open.includes(step.file)) open.length = open.lastIndexOf(step.file) + 1
    else open.push(step.file)
  }
  return faults
}

function findFault(
  { file, name, passage }: WalkStep,
  before: string | undefined,
  open: readonly string[],
  graph: ImportGraph,
) {
  const own = name.slice(name.lastIndexOf('.') + 1)
  if (!graph.uses(file, passage.kind === 'back' ? name : own)) return `${file} has no ${name}`
  if (before === undefined) return undefined
  const { kind } = passage
  if (kind === 'back') return open.includes(file) ? undefined : `${file} has not called what comes before`
  if (kind === 'request') {
    const call = `call('${passage.method}'`
    return graph.uses(before, call) ? undefined : `${before} has no ${call}`
  }
  if (kind === 'message') {
    const missing = [before, file].find((each) => !graph.uses(each, passage.as))
    return missing && `${missing} has no ${passage.as}`
  }
  if (kind !== 'registered' && !graph.uses(before, name)) return `${before} does not use ${name}`
  if (kind === 'import') return graph.leadsTo(before, file, own) ? undefined : `${before} does not import ${file}`
  const { by, as } = passage
  const lost = [before, file].find((each) => !graph.reaches(by, each))
  if (lost !== undefined) return `${by} does not import ${lost}`
  const without = (kind === 'registered' ? [by, before] : [by]).find((each) => !graph.uses(each, as))
  return without && `${without} has no ${as}`
}
