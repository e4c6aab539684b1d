import { type ContractName, EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import { opReturnData } from '../../../contracts/index.ts'
import { decodeTokenData, displayText } from '../../../contracts/tokens/index.ts'
import { ByteReader, DecodeError } from '../../../util/index.ts'
import { parseHexLeniently } from '../../format/parseHexLeniently.ts'

/** Formats a contract's name as komodod prints it. */
function evalName(code: number): string {
  const name = (Object.keys(EVAL_CODES) as ContractName[]).find((each) => EVAL_CODES[each] === code)
  return name === undefined ? `0x${code.toString(16)}` : `EVAL_${name.toUpperCase()}`
}

/** Encodes the first two bytes of a contract's data. The second is printed as a character, NUL as an empty text. */
const encodeDataHeader = (data: Uint8Array) => ({
  eval_code: evalName(data[0]!),
  function: data[1] === 0 ? '' : displayText(data.subarray(1, 2)),
})

/** Returns the content of bytes with a length prefix, or undefined if the length does not match. */
function unwrapped(bytes: Uint8Array): Uint8Array | undefined {
  try {
    const reader = new ByteReader(bytes)
    const inner = reader.varBytes()
    return reader.remaining === 0 ? inner : undefined
  } catch (error) {
    if (error instanceof DecodeError) return undefined
    throw error
  }
}

const NOTHING = { result: 'error', error: 'invalid or no CC opret data' } as const

export function createContractDataHandlers() {
  return defineHandlers({
    decodeccopret({ scriptPubKey }) {
      const data = opReturnData(parseHexLeniently(scriptPubKey)) ?? new Uint8Array()
      const token = decodeTokenData(data)
      const further = token?.payloads[0]
      if (further === undefined) {
        return data.length > 1 ? { result: 'success', OpRets: [encodeDataHeader(data)] } : NOTHING
      }
      const inner = unwrapped(further.blob)
      // The payload of a token counts as data of another contract only if it has a length prefix.
      if (inner === undefined) return 0
      return inner.length > 1
        ? { result: 'success', OpRets: [encodeDataHeader(data), encodeDataHeader(inner)] }
        : NOTHING
    },
  })
}
