import type { SignatureChecker } from './checker.ts'
import type { ScriptError } from './scriptError.ts'

/** State of a running script. Stack elements are shared with scripts and between stacks, and never modified. */
export interface Machine {
  readonly stack: Uint8Array[]
  readonly altStack: Uint8Array[]
  readonly script: Uint8Array
  readonly flags: number
  /** true if numbers must be in their shortest form */
  readonly minimal: boolean
  readonly checker: SignatureChecker
  /** number of operations so far, except pushes */
  opCount: number
  /** for each open IF, true if its current branch is taken */
  readonly branches: boolean[]
  /** number of open branches that are not taken; nothing runs unless it is 0 */
  notTaken: number
}

/** Runs one operation; an error ends the script. */
export type Operation = (machine: Machine) => ScriptError | undefined

export type OperationTable = ReadonlyMap<number, Operation>

export const TRUE = Uint8Array.of(1)
export const FALSE = new Uint8Array(0)

export function bool(value: boolean): Uint8Array {
  return value ? TRUE : FALSE
}

/** Returns an operation that fails unless the stack has at least `depth` elements. `run` also receives their number. */
export function needs(
  depth: number,
  run: (stack: Uint8Array[], size: number, machine: Machine) => ScriptError | undefined,
): Operation {
  return (machine) => {
    const size = machine.stack.length
    return size < depth ? 'INVALID_STACK_OPERATION' : run(machine.stack, size, machine)
  }
}

/** Returns the element at depth `fromTop`, where the top is 1. The element must exist. */
export function element(stack: readonly Uint8Array[], fromTop: number): Uint8Array {
  return stack[stack.length - fromTop] as Uint8Array
}
