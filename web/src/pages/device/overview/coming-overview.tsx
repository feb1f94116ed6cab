import { Skeleton } from "../../../ui/states.tsx";

/** In place of the cards, in about their size: a row of values, the chart, what stands beside it. */
export const ComingOverview = () => (
  <div className="overview coming-overview">
    <Coming className="card coming-values" />
    <div className="overview-main">
      <Coming className="card coming-chart" />
    </div>
    <div className="overview-side">
      <Coming className="card coming-chart" />
    </div>
  </div>
);

const Coming = ({ className }: { readonly className: string }) => (
  <section className={`${className} card-body`}>
    <Skeleton lines={3} />
  </section>
);
