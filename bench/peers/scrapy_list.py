"""Scrapy over the workload, written as its users would: its scheduler and its filter of duplicates in memory, parsel for each page,
the same things taken out as by the floor, one line of JSON a page by its own exporter. Prints a BenchResult as its last line."""

import json
import os
import re
import resource
import time
from urllib.parse import urldefrag, urljoin

import scrapy
from scrapy.crawler import CrawlerProcess
from twisted.internet import defer
from twisted.internet.interfaces import IResolverSimple
from zope.interface import implementer

CONCURRENCY = 16
FURTHEST = 240
SENTENCE_ENDS = (". ", "! ", "? ")
TOTALS = {"titleChars": 0, "textChars": 0, "links": 0}
PAGES = 0


@implementer(IResolverSimple)
class LoopbackResolver:
    """Finds every host on loopback: the benchmark never touches the network."""

    def __init__(self, reactor):
        self.reactor = reactor

    @classmethod
    def from_crawler(cls, crawler, reactor):
        return cls(reactor)

    def install_on_reactor(self):
        self.reactor.installResolver(self)

    def getHostByName(self, name, timeout=None):
        return defer.succeed("127.0.0.1")


def collapsed(text):
    return re.sub(r"\s+", " ", text).strip()


def sentence_around(text, start, end):
    """The sentence that a stretch of text is in, at most 240 characters further on either side."""
    (first, last) = (max(0, start - FURTHEST), min(len(text), end + FURTHEST))
    before = max(text.rfind(mark, first, start) for mark in SENTENCE_ENDS)
    after = [place for place in (text.find(mark, end, last) for mark in SENTENCE_ENDS) if place >= 0]
    return text[before + 2 if before >= 0 else first : min(after) + 1 if after else last].strip()


def step(element):
    identifier = element.get("id")
    classes = element.get("class")
    return (
        element.tag
        + (f"#{identifier}" if identifier else "")
        + (f".{'.'.join(classes.split())}" if classes else "")
    )


class ListSpider(scrapy.Spider):
    name = "list"

    def start_requests(self):
        with open(os.environ["OSPREY_BENCH_URLS"], encoding="utf-8") as urls:
            for url in urls.read().split():
                yield scrapy.Request(url, dont_filter=True)

    def parse(self, response):
        global PAGES
        title = collapsed("".join(response.xpath("(//title)[1]//text()").getall()))
        text = collapsed(
            " ".join(
                response.xpath(
                    "//body//text()[not(ancestor::script or ancestor::style or ancestor::noscript or ancestor::template)]"
                ).getall()
            )
        )
        base = urljoin(response.url, response.xpath("(//base/@href)[1]").get() or "")
        links = {}
        for selector in response.xpath("//a[@href]"):
            element = selector.root
            href = element.get("href").strip()
            if href.startswith("#"):
                continue
            try:
                target = urldefrag(urljoin(base, href)).url
            except ValueError:
                continue
            if not target.startswith(("http://", "https://")) or target in links:
                continue
            anchor = collapsed("".join(element.itertext()))
            around = collapsed("".join(element.getparent().itertext()))
            start = max(0, around.find(anchor))
            path = "/".join(step(above) for above in reversed([element, *element.iterancestors()]))
            context = sentence_around(around, start, start + len(anchor))
            links[target] = {"url": target, "anchor": anchor, "context": context, "path": path}
        PAGES += 1
        TOTALS["titleChars"] += len(title)
        TOTALS["textChars"] += len(text)
        TOTALS["links"] += len(links)
        yield {"url": response.url, "title": title, "text": text, "links": list(links.values())}


def cpu_seconds():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def peak_megabytes():
    with open("/proc/self/status", encoding="utf-8") as status:
        return int(re.search(r"^VmHWM:\s*(\d+) kB", status.read(), re.M)[1]) / 1024


process = CrawlerProcess(
    {
        "CONCURRENT_REQUESTS": CONCURRENCY,
        "CONCURRENT_REQUESTS_PER_DOMAIN": CONCURRENCY,
        "DNS_RESOLVER": LoopbackResolver,
        "FEEDS": {os.path.join(os.environ["OSPREY_BENCH_OUT"], "pages.jsonl"): {"format": "jsonlines"}},
        "LOG_LEVEL": "WARNING",
        "REQUEST_FINGERPRINTER_IMPLEMENTATION": "2.7",
        "RETRY_ENABLED": False,
        "TELNETCONSOLE_ENABLED": False,
    }
)
process.crawl(ListSpider)
(start_cpu, start) = (cpu_seconds(), time.monotonic())
process.start()
print(
    json.dumps(
        {
            "pages": PAGES,
            "cpuSeconds": cpu_seconds() - start_cpu,
            "totalCpuSeconds": cpu_seconds(),
            "wallSeconds": time.monotonic() - start,
            "peakRssMB": peak_megabytes(),
            "totals": TOTALS,
        }
    )
)
