import { SCRIPT_FLAGS } from './flags.ts'
import { element, type Machine, needs, type Operation, type OperationTable } from './machine.ts'
import { OP } from './opcodes.ts'
import { castToBool, decodeScriptNumber, encodeScriptNumber } from './scriptNumber.ts'

/** Maximum size of a lock time: 4 bytes would end in 2038. */
const LOCK_TIME_SIZE = 5

function opens(condition: boolean): Operation {
  return (machine) => {
    let taken = false
    // In a branch that is not taken, nothing is popped and neither side is taken.
    if (machine.notTaken === 0) {
      const top = machine.stack.pop()
      if (!top) return 'UNBALANCED_CONDITIONAL'
      taken = castToBool(top) === condition
    }
    machine.branches.push(taken)
    if (!taken) machine.notTaken++
    return undefined
  }
}

const otherwise: Operation = (machine) => {
  const { branches } = machine
  const last = branches.length - 1
  if (last < 0) return 'UNBALANCED_CONDITIONAL'
  const taken = !branches[last]
  branches[last] = taken
  machine.notTaken += taken ? -1 : 1
  return undefined
}

const closes: Operation = (machine) => {
  const taken = machine.branches.pop()
  if (taken === undefined) return 'UNBALANCED_CONDITIONAL'
  if (!taken) machine.notTaken--
  return undefined
}

const verify = needs(1, (stack) => {
  if (!castToBool(element(stack, 1))) return 'VERIFY'
  stack.pop()
  return undefined
})

function reserved({ flags }: Machine) {
  return flags & SCRIPT_FLAGS.DISCOURAGE_UPGRADABLE_NOPS ? 'DISCOURAGE_UPGRADABLE_NOPS' : undefined
}

const checkLockTime: Operation = (machine) => {
  const { stack, flags, minimal, checker } = machine
  if ((flags & SCRIPT_FLAGS.CHECKLOCKTIMEVERIFY) === 0) return reserved(machine)
  if (stack.length < 1) return 'INVALID_STACK_OPERATION'
  const lockTime = decodeScriptNumber(element(stack, 1), minimal, LOCK_TIME_SIZE)
  if (lockTime === undefined) return 'UNKNOWN_ERROR'
  if (lockTime < 0) return 'NEGATIVE_LOCKTIME'
  return checker.checkLockTime(lockTime) ? undefined : 'UNSATISFIED_LOCKTIME'
}

/** Operations that also run in a branch that is not taken. */
export const BRANCH_OPS: OperationTable = new Map<number, Operation>([
  [OP.OP_IF, opens(true)],
  [OP.OP_NOTIF, opens(false)],
  [OP.OP_ELSE, otherwise],
  [OP.OP_ENDIF, closes],
  // Undefined operations that fail the script even in a branch that is not taken.
  [OP.OP_VERIF, () => 'BAD_OPCODE'],
  [OP.OP_VERNOTIF, () => 'BAD_OPCODE'],
])

function pushes(value: number): Operation {
  const bytes = encodeScriptNumber(value)
  return ({ stack }) => {
    stack.push(bytes)
    return undefined
  }
}

export const FLOW_OPS: OperationTable = new Map<number, Operation>([
  [OP.OP_1NEGATE, pushes(-1)],
  ...Array.from({ length: 16 }, (_, i): [number, Operation] => [OP.OP_1 + i, pushes(i + 1)]),
  [OP.OP_NOP, () => undefined],
  [OP.OP_VERIFY, verify],
  [OP.OP_RETURN, () => 'OP_RETURN'],
  [OP.OP_CHECKLOCKTIMEVERIFY, checkLockTime],
  ...[OP.OP_NOP1, OP.OP_NOP3, OP.OP_NOP4, OP.OP_NOP5, OP.OP_NOP6, OP.OP_NOP7, OP.OP_NOP8, OP.OP_NOP9, OP.OP_NOP10].map(
    (opcode): [number, Operation] => [opcode, reserved],
  ),
])
