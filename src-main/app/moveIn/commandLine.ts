/** Takes the definition of a chain from the arguments of a running daemon. */
import { HIDDEN_VALUE, isSecretOption } from './secretOptions.ts'

const DEFINING = /^--?((?:ac_[a-z_]+|regtest|nuparams|earlytxid)(?:=[\s\S]*)?)$/
const PEER = /^--?(?:addnode|seednode|connect)=([\s\S]+)$/

export interface ShownDefinition {
  /** options that define the chain, in the form `-name=value` */
  readonly options: readonly string[]
  readonly peers: readonly string[]
}

/** @returns undefined if the arguments name no chain */
export function readDefinition(argv: readonly string[]): ShownDefinition | undefined {
  const options = argv.flatMap((word) => {
    const match = DEFINING.exec(word)
    return match === null ? [] : [`-${match[1]}`]
  })
  if (!options.some((word) => word.startsWith('-ac_'))) return undefined
  return { options, peers: argv.flatMap((word) => PEER.exec(word)?.[1] ?? []) }
}

/** Returns the command line as one text without the values of secrets. */
export function formatCommandLine(argv: readonly string[]): string {
  return argv
    .map(hideValue)
    .map((word) => (/[\s"']/.test(word) ? `"${word.replaceAll('"', "'")}"` : word))
    .join(' ')
}

function hideValue(word: string): string {
  const equals = word.indexOf('=')
  return equals > 0 && isSecretOption(word.slice(0, equals)) ? `${word.slice(0, equals)}=${HIDDEN_VALUE}` : word
}
