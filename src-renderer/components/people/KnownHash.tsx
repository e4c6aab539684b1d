import { Hash, type HashProps } from '../../ui/Hash.tsx'
import { useKnownName } from './names.ts'

/** Public key or address without a page of its own, with its owner's name if the app knows it. */
export function KnownHash(props: HashProps) {
  return <Hash {...props} name={useKnownName(props.value)?.name} />
}
