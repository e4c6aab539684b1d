import { useDisplayStyle } from '../../ui/displayStyle.ts'

/** Shows the name of a command-line option, in developer mode only. */
export function OptionFlag({ name }: { readonly name: string }) {
  const developer = useDisplayStyle((shown) => shown.developer)
  return developer ? <code className="whitespace-nowrap font-mono text-12">-{name}</code> : null
}
