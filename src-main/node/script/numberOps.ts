import { bool, element, needs, type Operation, type OperationTable } from './machine.ts'
import { OP } from './opcodes.ts'
import { castToBool, decodeScriptNumber, encodeScriptNumber } from './scriptNumber.ts'

/**
 * Returns an operation that replaces the top number. Operands have up to 4 bytes; a result of 5 bytes cannot be an
 * operand again.
 */
function unary(compute: (value: number) => number): Operation {
  return needs(1, (stack, _, { minimal }) => {
    const value = decodeScriptNumber(element(stack, 1), minimal)
    if (value === undefined) return 'UNKNOWN_ERROR'
    stack[stack.length - 1] = encodeScriptNumber(compute(value))
    return undefined
  })
}

/** Returns an operation that replaces the two top numbers with one. */
function binary(compute: (a: number, b: number) => number): Operation {
  return needs(2, (stack, _, { minimal }) => {
    const a = decodeScriptNumber(element(stack, 2), minimal)
    const b = decodeScriptNumber(element(stack, 1), minimal)
    if (a === undefined || b === undefined) return 'UNKNOWN_ERROR'
    stack.pop()
    stack[stack.length - 1] = encodeScriptNumber(compute(a, b))
    return undefined
  })
}

const equalNumbers = binary((a, b) => Number(a === b))

const equalNumbersOrFail: Operation = (machine) => {
  const error = equalNumbers(machine)
  if (error) return error
  if (!castToBool(element(machine.stack, 1))) return 'NUMEQUALVERIFY'
  machine.stack.pop()
  return undefined
}

const within = needs(3, (stack, size, { minimal }) => {
  const value = decodeScriptNumber(element(stack, 3), minimal)
  const least = decodeScriptNumber(element(stack, 2), minimal)
  const end = decodeScriptNumber(element(stack, 1), minimal)
  if (value === undefined || least === undefined || end === undefined) return 'UNKNOWN_ERROR'
  stack.length = size - 2
  stack[size - 3] = bool(least <= value && value < end)
  return undefined
})

export const NUMBER_OPS: OperationTable = new Map<number, Operation>([
  [OP.OP_1ADD, unary((a) => a + 1)],
  [OP.OP_1SUB, unary((a) => a - 1)],
  [OP.OP_NEGATE, unary((a) => -a)],
  [OP.OP_ABS, unary(Math.abs)],
  [OP.OP_NOT, unary((a) => Number(a === 0))],
  [OP.OP_0NOTEQUAL, unary((a) => Number(a !== 0))],
  [OP.OP_ADD, binary((a, b) => a + b)],
  [OP.OP_SUB, binary((a, b) => a - b)],
  [OP.OP_BOOLAND, binary((a, b) => Number(a !== 0 && b !== 0))],
  [OP.OP_BOOLOR, binary((a, b) => Number(a !== 0 || b !== 0))],
  [OP.OP_NUMEQUAL, equalNumbers],
  [OP.OP_NUMEQUALVERIFY, equalNumbersOrFail],
  [OP.OP_NUMNOTEQUAL, binary((a, b) => Number(a !== b))],
  [OP.OP_LESSTHAN, binary((a, b) => Number(a < b))],
  [OP.OP_GREATERTHAN, binary((a, b) => Number(a > b))],
  [OP.OP_LESSTHANOREQUAL, binary((a, b) => Number(a <= b))],
  [OP.OP_GREATERTHANOREQUAL, binary((a, b) => Number(a >= b))],
  [OP.OP_MIN, binary(Math.min)],
  [OP.OP_MAX, binary(Math.max)],
  [OP.OP_WITHIN, within],
])
