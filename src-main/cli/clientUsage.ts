import { CLIENT_OPTIONS, type ClientOption } from './clientOptions.ts'

/** Column at which option texts begin, and maximum line width. */
const INDENT = 27
const WIDTH = 120

/** Wraps the text into lines of at most `width` characters. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line === undefined || line.length + 1 + word.length > width) lines.push(word)
    else lines[lines.length - 1] = `${line} ${word}`
  }
  return lines
}

function optionLines(name: string, { value, doc = '' }: ClientOption): string {
  const spelled = `  -${name}${value === undefined ? '' : `=<${value}>`}`
  return `${spelled.padEnd(INDENT)}${wrapped(doc, WIDTH - INDENT).join(`\n${' '.repeat(INDENT)}`)}`
}

/** Returns the text of the client's `-help`. */
export function clientUsage(): string {
  const listed = Object.entries(CLIENT_OPTIONS).filter(([, { doc }]) => doc !== undefined)
  return `Usage: chainwright-cli [options] <method> [parameters]
       chainwright-cli [options] -named <method> [name=value ...]
       chainwright-cli [options] -getinfo
       chainwright-cli [options] -netinfo [level] [outonly]
       chainwright-cli [options] -generate [blocks]
       chainwright-cli [options] movein <folder>
       chainwright-cli [options] help [method]

Without -ac_name and -regtest, the client connects to the sandbox chain.

${listed.map(([name, option]) => optionLines(name, option)).join('\n')}`
}
