/** Shell completions of the programs, as scripts that the shell reads once. They start no program. */
import { listedMethods, PROGRAMS, type Program } from './programs.ts'

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type CompletedShell = (typeof SHELLS)[number]

const CLIENT = 'chainwright-cli'

/** Quotes a text with single quotes, which all three shells read alike. */
const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
const listOptions = (program: Program) => program.sections.flatMap(({ options }) => options)
/** Returns the options as they are typed, those with a value up to their "=". */
const spelled = (program: Program) => [
  ...new Set(listOptions(program).map(({ name, value }) => `-${name}${value === undefined ? '' : '='}`)),
]
const functionName = (program: Program) => `_${program.name.replaceAll('-', '_')}`
const firstSentence = (text: string) => text.split(/[.;\n]/, 1)[0]!.trim()

function bash(): string {
  const names = listedMethods().map(({ name }) => name)
  const functions = PROGRAMS.map((program) => {
    const words =
      program.name === CLIENT
        ? `case $before in
    '') words=${quote([...names, 'help'].sort().join(' '))} ;;
    help) words=${quote(names.join(' '))} ;;
  esac`
        : ':'
    return `${functionName(program)}() {
  local current=\${COMP_WORDS[COMP_CWORD]} before='' words='' index
  for ((index = 1; index < COMP_CWORD; index++)); do
    case \${COMP_WORDS[index]} in
      -*) ;;
      '=') ;;
      *) [[ \${COMP_WORDS[index - 1]} == '=' ]] || before+="\${before:+ }\${COMP_WORDS[index]}" ;;
    esac
  done
  ${words}
  [[ $current == -* ]] && words=${quote(spelled(program).join(' '))}
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  [[ \${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
  return 0
}
complete -F ${functionName(program)} ${program.name}`
  })
  return `${functions.join('\n\n')}\n`
}

function zsh(): string {
  const described = (entries: readonly (readonly [string, string])[]) =>
    entries.map(([word, text]) => quote(`${word.replaceAll(':', '\\:')}:${firstSentence(text)}`)).join(' ')
  const all = described(listedMethods().map(({ name, summary }) => [name, summary] as const))
  const cases = PROGRAMS.map((program) => {
    const options = listOptions(program).map(
      ({ name, value, doc }) => [`-${name}${value === undefined ? '' : '='}`, doc] as const,
    )
    return `  ${program.name}) options=(${described(options)}) ;;`
  })
  return `#compdef ${PROGRAMS.map(({ name }) => name).join(' ')}
_chainwright_programs() {
  local -a options methods before
  case $service in
${cases.join('\n')}
  esac
  if [[ $PREFIX == -* ]]; then
    _describe -o option options -S ''
    return
  fi
  [[ $service == ${CLIENT} ]] || return 1
  methods=(${all} ${quote('help:What a method does')})
  before=(\${\${(@)words[2,CURRENT-1]}:#-*})
  if ((\${#before} == 0)) || [[ \${#before} == 1 && $before[1] == help ]]; then
    _describe method methods
  fi
}
compdef _chainwright_programs ${PROGRAMS.map(({ name }) => name).join(' ')}
`
}

function fish(): string {
  const options = PROGRAMS.flatMap((program) =>
    listOptions(program).map(
      ({ name, value, doc }) =>
        `complete -c ${program.name} -n 'string match -q -- "-*" (commandline -ct)' -f -a ${quote(`-${name}${value === undefined ? '' : '='}`)} -d ${quote(firstSentence(doc))}`,
    ),
  )
  const method = (name: string, summary: string) =>
    `complete -c ${CLIENT} -n '__chainwright_at_method' -f -a ${quote(name)} -d ${quote(firstSentence(summary))}`
  return `function __chainwright_at_method
  set -l before (string match -v -- '-*' (commandline -opc)[2..-1])
  test (count $before) -eq 0; or test (count $before) -eq 1 -a "$before[1]" = help
end
${options.join('\n')}
${listedMethods()
  .map(({ name, summary }) => method(name, summary))
  .join('\n')}
${method('help', 'What a method does')}
`
}

const writers: Readonly<Record<CompletedShell, () => string>> = { bash, zsh, fish }

/** Returns the completions for one shell, or undefined if the shell is not supported. */
export function completionsFor(shell: string): string | undefined {
  const known = SHELLS.find((name) => name === shell)
  return known === undefined ? undefined : writers[known]()
}
