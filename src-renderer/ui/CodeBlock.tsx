import { t } from '../i18n/texts.ts'
import { CopyButton } from './CopyButton.tsx'
import { cn } from './cn.ts'
import { ScrollRegion } from './ScrollRegion.tsx'

export interface CodeBlockProps {
  readonly text: string
  /** Used in accessible names, such as "curl command". */
  readonly label: string
  readonly wrap?: boolean | undefined
  readonly className?: string | undefined
}

export function CodeBlock({ text, label, wrap, className }: CodeBlockProps) {
  return (
    <div className={cn('relative rounded-md border bg-sunken', className)}>
      <ScrollRegion label={label} className="max-h-72 overflow-auto rounded-md p-2.5 pr-9">
        <pre className={cn('font-mono text-12', wrap ? 'whitespace-pre-wrap wrap-anywhere' : 'whitespace-pre')}>
          {wrap ? <Words text={text} /> : text}
        </pre>
      </ScrollRegion>
      <div className="absolute top-1.5 right-1.5">
        <CopyButton text={text} label={t('ui:copyOf', { label })} />
      </div>
    </div>
  )
}

/** Breaks lines between words if possible: a dash at the end of a line would read as a hyphen. */
function Words({ text }: { readonly text: string }) {
  return text.split(/(\s+)/).map((word, index) =>
    word.trim() === '' ? (
      word
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: words have no identity beyond their place
      <span key={index} className="inline-block max-w-full break-all">
        {word}
      </span>
    ),
  )
}
