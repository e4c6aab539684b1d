import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { PageLayout } from '../../components/PageLayout.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { SafeText } from '../../ui/SafeText.tsx'

export interface NotFoundCardProps {
  readonly page: string
  readonly title: string
  /** what was looked for: any text */
  readonly text: string
  /** why it may not be there */
  readonly children: ReactNode
}

/** A page about something that this node does not know. */
export function NotFoundCard({ page, title, text, children }: NotFoundCardProps) {
  return (
    <PageLayout title={page}>
      <Card flush>
        <EmptyState icon={<SearchX />} title={title}>
          <span className="break-all font-mono text-12">
            <SafeText text={text} max={80} />
          </span>
          <br />
          {children}
        </EmptyState>
      </Card>
    </PageLayout>
  )
}
