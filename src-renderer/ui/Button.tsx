import { cva, type VariantProps } from 'class-variance-authority'
import { LoaderCircle } from 'lucide-react'
import { Slot } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from './cn.ts'
import { Tooltip } from './Tooltip.tsx'

/** Disabled but readable: paler colours would not have enough text contrast. */
const off = 'disabled:bg-sunken disabled:text-faint disabled:shadow-none'
/** Disabled style for variants without a border. */
const edge = 'disabled:inset-ring disabled:inset-ring-line'

const look = cva(
  'inline-flex shrink-0 select-none items-center justify-center gap-2 whitespace-nowrap rounded-md font-medium transition-colors duration-(--quick) disabled:pointer-events-none aria-disabled:opacity-70',
  {
    variants: {
      variant: {
        primary: `bg-accent text-on-accent shadow-card hover:bg-accent-hover active:bg-accent-hover ${off} ${edge}`,
        secondary: `border border-line-strong bg-surface text-text hover:bg-hover active:bg-sunken disabled:border-line ${off}`,
        ghost: 'text-muted hover:bg-hover hover:text-text active:bg-sunken disabled:text-faint',
        danger: `bg-bad-solid text-on-bad shadow-card hover:brightness-93 ${off} ${edge}`,
      },
      size: {
        sm: 'h-7 px-2.5 text-12',
        md: 'h-8 px-3 text-13',
        lg: 'h-10 px-4 text-14',
        iconSm: 'size-6 rounded-sm',
        icon: 'size-8',
      },
    },
    defaultVariants: { variant: 'secondary', size: 'md' },
  },
)

export interface ButtonProps extends ComponentProps<'button'>, VariantProps<typeof look> {
  /** Shows a spinner and ignores clicks. The label stays, so that the button keeps its width and name. */
  readonly busy?: boolean | undefined
  readonly icon?: ReactNode
  /**
   * Counts a double click as one press: the second click would repeat the action, or undo it if Start has become Stop.
   */
  readonly once?: boolean | undefined
  /** Styles the only child (a link) as a button. */
  readonly asChild?: boolean | undefined
}

export function Button(props: ButtonProps) {
  const { variant, size, busy, icon, once, asChild, className, children, onClick, type = 'button', ...rest } = props
  if (asChild) {
    return (
      <Slot.Root className={cn(look({ variant, size }), className)} onClick={onClick} {...rest}>
        {children}
      </Slot.Root>
    )
  }
  return (
    <button
      type={type}
      className={cn(look({ variant, size }), className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (busy || (once && event.detail > 1)) event.preventDefault()
        else onClick?.(event)
      }}
      {...rest}
    >
      {busy ? <LoaderCircle aria-hidden className="size-4 animate-spin" /> : icon}
      {children}
    </button>
  )
}

export interface IconButtonProps extends Omit<ButtonProps, 'size' | 'children' | 'asChild'> {
  /** Accessible name, and the text of the tooltip. */
  readonly label: string
  readonly small?: boolean | undefined
  /** Shown in the tooltip next to the label, such as "Ctrl K". */
  readonly shortcut?: string | undefined
}

/** Icon-only button, which always has an accessible name and a tooltip. */
export function IconButton({ label, small, shortcut, variant = 'ghost', icon, ...rest }: IconButtonProps) {
  return (
    <Tooltip content={label} shortcut={shortcut}>
      <Button aria-label={label} size={small ? 'iconSm' : 'icon'} variant={variant} icon={icon} {...rest} />
    </Tooltip>
  )
}
