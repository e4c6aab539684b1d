import type { ImportGraph } from './importGraph.ts'

/** How a walk comes to a file. */
export type Passage =
  /** the file before it imports it; for a method of a class the type is enough */
  | { readonly kind: 'import' }
  /** a function of a file that the walk came through has returned */
  | { readonly kind: 'back' }
  /** the file before it was given the function by a third one */
  | { readonly kind: 'handed over'; readonly by: string; readonly as: string }
  /** the file before it looks it up in a table that a third one fills */
  | { readonly kind: 'registered'; readonly by: string; readonly as: string }
  /** the file before calls a method of the node, and the handler that the walk comes to must be that method's */
  | { readonly kind: 'request'; readonly method: string }
  /** a message to another process or thread, or an event of the system; both files use its name */
  | { readonly kind: 'message'; readonly as: string }

export interface WalkStep {
  readonly file: string
  /** what the file before uses; the file itself has what follows the last dot */
  readonly name: string
  readonly passage: Passage
}

export interface Walk {
  readonly title: string
  /** what the document says */
  readonly files: number
  readonly returns: number
  readonly steps: readonly WalkStep[]
}

const COUNTS = /^(\d+) files, (\d+) returns\.$/m
const STEP = /^(\d+)\. `([^`]+)` `([^`]+)`(?: \(([^)]*)\))?: \S/

/** Reads the walks of a document. @throws Error for a numbered line that is none of their steps, or a number out of order */
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

/** Counts the different files of a walk, and its steps that turn back to one of them. */
export function countFiles({ steps }: Walk): { readonly files: number; readonly returns: number } {
  const files = new Set(steps.map(({ file }) => file)).size
  return { files, returns: steps.length - files }
}

/** Follows a walk through the code. Returns where the code goes elsewhere, one sentence each. */
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
