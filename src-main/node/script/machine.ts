import type { SignatureChecker } from './checker.ts'
import type { ScriptError } from './scriptError.ts'

/** State of a running script. Stack elements are shared, with scripts and between stacks, and never written to. */
export interface Machine {
  readonly stack: Uint8Array[]
  readonly altStack: Uint8Array[]
  readonly script: Uint8Array
  readonly flags: number
  /** whether numbers must be in their shortest form */
  readonly minimal: boolean
  readonly checker: SignatureChecker
  /** operations other than pushes so far */
  opCount: number
  /** for each open IF, whether its present branch is taken */
  readonly branches: boolean[]
  /** how many of them are not: nothing runs unless it is 0 */
  notTaken: number
}

/** Runs one operation; an error ends the script. */
export type Operation = (machine: Machine) => ScriptError | undefined

/** Operations by opcode. */
export type OperationTable = ReadonlyMap<number, Operation>

export const TRUE = Uint8Array.of(1)
export const FALSE = new Uint8Array(0)

export function bool(value: boolean): Uint8Array {
  return value ? TRUE : FALSE
}

/** An operation that fails unless the stack has at least `depth` elements. `run` gets their number too. */
export function needs(
  depth: number,
  run: (stack: Uint8Array[], size: number, machine: Machine) => ScriptError | undefined,
): Operation {
  return (machine) => {
    const size = machine.stack.length
    return size < depth ? 'INVALID_STACK_OPERATION' : run(machine.stack, size, machine)
  }
}

/** The element at depth `fromTop`; the top is 1. Only for elements that are known to exist. */
export function element(stack: readonly Uint8Array[], fromTop: number): Uint8Array {
  return stack[stack.length - fromTop] as Uint8Array
}
