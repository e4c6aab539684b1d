import { groupDigits } from '../../ui/format.ts'
import { ChainLink, type ChainLinkProps } from './ChainLink.tsx'

/** A height, which leads to its block. This node may not have that block yet, which its page says. */
export function BlockLink({ height, ...rest }: { readonly height: number } & Omit<ChainLinkProps, 'to' | 'children'>) {
  return (
    <ChainLink to={{ kind: 'block', id: String(height) }} {...rest}>
      {groupDigits(height)}
    </ChainLink>
  )
}
