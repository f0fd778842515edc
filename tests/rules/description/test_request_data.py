from __future__ import annotations

import pytest

from webmcp_lint.rules.description.request_data import CONTRIBUTION, PROFILE, REQUEST, SEARCH, Source, source


@pytest.mark.parametrize(
    ("tag", "expected"),
    [
        ("<?= htmlspecialchars($_GET['q']) ?>", REQUEST),
        ("<?php echo esc_attr($_SERVER['HTTP_REFERER']); ?>", REQUEST),
        ("<?php the_search_query(); ?>", REQUEST),
        ("{{ $_GET['q'] ?? '' }}", REQUEST),
        ("{{ request('query') }}", REQUEST),
        ("{{ request()->query('a') }}", REQUEST),
        ("{!! $request->input('a') !!}", REQUEST),
        ("{{ old('name') }}", REQUEST),
        ("{{ request.GET.q|escape }}", REQUEST),
        ("<%= params[:q] %>", REQUEST),
        ("<%= req.query.q %>", REQUEST),
        ("{{ search.terms | escape }}", REQUEST),
        ("{{ comment.body }}", CONTRIBUTION),
        ("{{ $review->title }}", CONTRIBUTION),
        ("{{ customer.first_name }}", PROFILE),
        ("{{ __('a.b', ['name' => $user->name]) }}", PROFILE),
        ("<%= query %>", SEARCH),
    ],
)
def test_what_plainly_puts_out_another_ones_text(tag: str, expected: Source) -> None:
    assert source(tag) is expected


@pytest.mark.parametrize(
    "tag",
    [
        "{{ _('request.GET.q of user.name') }}",
        "{{ trans('shop::app.request') }}",
        "<?php if ($_GET['q']): ?>",
        "{% if request.GET.q %}",
        "{{#if query}}",
        "{{ request()->routeIs('a') ? 'A' : 'B' }}",
        "{{ $_GET['q'] ? 'A' : 'B' }}",
        "<?= $_SERVER['SERVER_NAME'] ?>",
        "{{-- request.GET.q --}}",
        "{{ product.title }}",
        "{{ user.id }}",
        "{{ data.query.title }}",
        "{{ url_for('search', q=1) }}",
        "<?php echo $heading ?>",
    ],
)
def test_what_may_come_from_anywhere(tag: str) -> None:
    assert source(tag) is None
