import type { SignatureChecker } from './checker.ts'
import { CRYPTO_OPS } from './cryptoOps.ts'
import { SCRIPT_FLAGS } from './flags.ts'
import { BRANCH_OPS, FLOW_OPS } from './flowOps.ts'
import type { Machine, Operation } from './machine.ts'
import { NUMBER_OPS } from './numberOps.ts'
import { MAX_ELEMENT_SIZE, MAX_OPS, MAX_SCRIPT_SIZE, MAX_STACK_SIZE, OP } from './opcodes.ts'
import { dataLength, dataStart } from './ops.ts'
import type { ScriptError } from './scriptError.ts'
import { STACK_OPS } from './stackOps.ts'

/** Operations that fail a script even in a branch that is not taken (transactions-and-script.md §3). */
const DISABLED: ReadonlySet<number> = new Set([
  OP.OP_CAT,
  OP.OP_SUBSTR,
  OP.OP_LEFT,
  OP.OP_RIGHT,
  OP.OP_INVERT,
  OP.OP_AND,
  OP.OP_OR,
  OP.OP_XOR,
  OP.OP_2MUL,
  OP.OP_2DIV,
  OP.OP_MUL,
  OP.OP_DIV,
  OP.OP_MOD,
  OP.OP_LSHIFT,
  OP.OP_RSHIFT,
  OP.OP_CODESEPARATOR,
])

const OPERATIONS: readonly (Operation | undefined)[] = Array.from({ length: 256 }, (_, opcode) => {
  const tables = [BRANCH_OPS, FLOW_OPS, STACK_OPS, NUMBER_OPS, CRYPTO_OPS]
  return tables.map((table) => table.get(opcode)).find((operation) => operation !== undefined)
})

const runsAlways = (opcode: number) => opcode >= OP.OP_IF && opcode <= OP.OP_ENDIF

/**
 * Runs one script on a stack, which changes even if the script fails.
 * @returns the error, or undefined if the script ran to its end, with any stack
 */
export function evalScript(
  stack: Uint8Array[],
  script: Uint8Array,
  flags: number,
  checker: SignatureChecker,
): ScriptError | undefined {
  if (script.length > MAX_SCRIPT_SIZE) return 'SCRIPT_SIZE'
  const minimal = (flags & SCRIPT_FLAGS.MINIMALDATA) !== 0
  const altStack: Uint8Array[] = []
  const machine: Machine = { stack, altStack, script, flags, minimal, checker, opCount: 0, branches: [], notTaken: 0 }
  for (let at = 0; at < script.length; ) {
    const opcode = script[at] as number
    let error: ScriptError | undefined
    if (opcode <= OP.OP_PUSHDATA4) {
      const start = dataStart(opcode, at)
      at = start + dataLength(script, opcode, at)
      // A truncated length is NaN and fails here too.
      error = at <= script.length ? push(machine, opcode, start, at) : 'BAD_OPCODE'
    } else {
      at++
      error = run(machine, opcode)
    }
    if (error) return error
    if (stack.length + altStack.length > MAX_STACK_SIZE) return 'STACK_SIZE'
  }
  return machine.branches.length > 0 ? 'UNBALANCED_CONDITIONAL' : undefined
}

/** Pushes the script's bytes from `start` to `end`. */
function push(machine: Machine, opcode: number, start: number, end: number): ScriptError | undefined {
  if (end - start > MAX_ELEMENT_SIZE) return 'PUSH_SIZE'
  if (machine.notTaken > 0) return undefined
  const data = machine.script.subarray(start, end)
  if (machine.minimal && !isMinimalPush(data, opcode)) return 'MINIMALDATA'
  machine.stack.push(data)
  return undefined
}

function run(machine: Machine, opcode: number): ScriptError | undefined {
  if (opcode > OP.OP_16 && ++machine.opCount > MAX_OPS) return 'OP_COUNT'
  if (DISABLED.has(opcode)) return 'DISABLED_OPCODE'
  if (machine.notTaken > 0 && !runsAlways(opcode)) return undefined
  const operation = OPERATIONS[opcode]
  return operation ? operation(machine) : 'BAD_OPCODE'
}

/** Returns true if no shorter operation pushes the same data. */
function isMinimalPush(data: Uint8Array, opcode: number): boolean {
  const length = data.length
  if (length === 0) return opcode === OP.OP_0
  if (length === 1) {
    const byte = data[0] as number
    // OP_1..OP_16 and OP_1NEGATE push these bytes.
    if ((byte >= 1 && byte <= 16) || byte === 0x81) return false
  }
  if (length < OP.OP_PUSHDATA1) return opcode === length
  return opcode === (length <= 0xff ? OP.OP_PUSHDATA1 : OP.OP_PUSHDATA2)
}
