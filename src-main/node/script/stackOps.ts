import { element, needs, type Operation, type OperationTable } from './machine.ts'
import { OP } from './opcodes.ts'
import { castToBool, decodeScriptNumber, encodeScriptNumber } from './scriptNumber.ts'

/** Returns an operation that copies `count` elements to the top. The first one is `fromTop` below the top. */
function copies(count: number, fromTop: number): Operation {
  return needs(fromTop, (stack, size) => {
    for (let i = 0; i < count; i++) stack.push(stack[size - fromTop + i] as Uint8Array)
  })
}

/** Returns an operation that moves `count` elements to the top. The first one is `fromTop` below the top. */
function moves(count: number, fromTop: number): Operation {
  return needs(fromTop, (stack, size) => {
    stack.push(...stack.splice(size - fromTop, count))
  })
}

function drops(count: number): Operation {
  return needs(count, (stack, size) => {
    stack.length = size - count
  })
}

/** Returns PICK, which copies the element whose number is on the top, or ROLL, which moves it. */
function takes(remove: boolean): Operation {
  return needs(2, (stack, size, { minimal }) => {
    const index = decodeScriptNumber(element(stack, 1), minimal)
    if (index === undefined) return 'UNKNOWN_ERROR'
    stack.pop()
    if (index < 0 || index >= size - 1) return 'INVALID_STACK_OPERATION'
    const at = size - 2 - index
    const taken = stack[at] as Uint8Array
    if (remove) stack.splice(at, 1)
    stack.push(taken)
    return undefined
  })
}

const toAltStack = needs(1, (stack, _, { altStack }) => {
  altStack.push(stack.pop() as Uint8Array)
})

const fromAltStack: Operation = ({ stack, altStack }) => {
  const top = altStack.pop()
  if (!top) return 'INVALID_ALTSTACK_OPERATION'
  stack.push(top)
  return undefined
}

const duplicateIfTrue = needs(1, (stack) => {
  const top = element(stack, 1)
  if (castToBool(top)) stack.push(top)
})

const depth: Operation = ({ stack }) => {
  stack.push(encodeScriptNumber(stack.length))
  return undefined
}

const nip = needs(2, (stack, size) => {
  stack.splice(size - 2, 1)
})

const sizeOfTop = needs(1, (stack) => {
  stack.push(encodeScriptNumber(element(stack, 1).length))
})

const tuck = needs(2, (stack, size) => {
  stack.splice(size - 2, 0, element(stack, 1))
})

export const STACK_OPS: OperationTable = new Map<number, Operation>([
  [OP.OP_TOALTSTACK, toAltStack],
  [OP.OP_FROMALTSTACK, fromAltStack],
  [OP.OP_2DROP, drops(2)],
  [OP.OP_2DUP, copies(2, 2)],
  [OP.OP_3DUP, copies(3, 3)],
  [OP.OP_2OVER, copies(2, 4)],
  [OP.OP_2ROT, moves(2, 6)],
  [OP.OP_2SWAP, moves(2, 4)],
  [OP.OP_IFDUP, duplicateIfTrue],
  [OP.OP_DEPTH, depth],
  [OP.OP_DROP, drops(1)],
  [OP.OP_DUP, copies(1, 1)],
  [OP.OP_NIP, nip],
  [OP.OP_OVER, copies(1, 2)],
  [OP.OP_PICK, takes(false)],
  [OP.OP_ROLL, takes(true)],
  [OP.OP_ROT, moves(1, 3)],
  [OP.OP_SWAP, moves(1, 2)],
  [OP.OP_TUCK, tuck],
  [OP.OP_SIZE, sizeOfTop],
])
