import { Coins, Gem } from 'lucide-react'
import { cn } from '../../ui/cn.ts'

export interface TokenMarkProps {
  readonly name: string
  readonly nft: boolean
  readonly large?: boolean
}

const LETTER = /[\p{L}\p{N}]/u

/** A tile with the first letter of a name; NFTs are diamonds. No picture is ever fetched. */
export function TokenMark({ name, nft, large }: TokenMarkProps) {
  const letter = Array.from(name).find((character) => LETTER.test(character))
  const Icon = nft ? Gem : Coins
  return (
    <span
      aria-hidden
      className={cn(
        'inline-flex shrink-0 items-center justify-center rounded-sm font-semibold',
        nft ? 'bg-accent text-on-accent' : 'bg-accent-soft text-accent-text',
        large ? 'size-10 rounded-md text-16' : 'size-5 text-12',
      )}
    >
      {letter && !nft ? letter.toUpperCase() : <Icon className={large ? 'size-5' : 'size-3'} />}
    </span>
  )
}
